// What is printed of the state that is shown: the sheet to sign, with its preparer, paper and date, and its protection.

const by = document.getElementById("sheet-by");
const paper = document.getElementById("sheet-paper");

function today() {
  const now = new Date();
  return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-");
}

export function beginSheet(query) {
  const update = () => {
    for (const link of document.querySelectorAll("[data-sheet]")) {
      link.href = `/api/lab/sheet/${link.dataset.sheet}?${query()}&by=${encodeURIComponent(by.value.trim())}&on=${today()}&paper=${paper.value}`;
    }
  };
  const protect = () => {
    for (const link of document.querySelectorAll("[data-protection]")) {
      link.href = `/api/lab/sheet/${link.dataset.protection}?${query()}&kind=protection`;
    }
  };
  document.addEventListener("lab:answer", protect);
  protect();
  by.addEventListener("input", update);
  paper.addEventListener("change", update);
  document.addEventListener("lab:answer", update);
  update();
}
