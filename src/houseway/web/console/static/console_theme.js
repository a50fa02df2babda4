// A pit is dark: so is the console, until somebody chooses otherwise.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Nothing is kept: dark.
  }
  if (chosen !== "light" && chosen !== "dark") document.documentElement.dataset.theme = "dark";
})();
