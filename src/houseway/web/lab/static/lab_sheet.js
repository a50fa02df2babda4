// The sheet to sign: its links have the state that is shown, the preparer, the paper and today's date.

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
  by.addEventListener("input", update);
  paper.addEventListener("change", update);
  document.addEventListener("lab:answer", update);
  update();
}
