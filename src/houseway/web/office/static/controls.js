// The matrix of controls: shown by role, by words of the action, and by whether it takes two people.

const form = document.querySelector("[data-matrix-filter]");
const table = document.querySelector("[data-matrix]");
const [role, text, two] = ["#by-role", "#by-text", "#by-two"].map((each) => form.querySelector(each));

function show() {
  const wanted = text.value.trim().toLowerCase();
  let shown = 0;
  for (const body of table.tBodies) {
    let any = false;
    for (const row of body.querySelectorAll("tr:not(.subject)")) {
      const fits =
        (!role.value || row.cells[Number(role.value) + 1].dataset.may !== undefined) &&
        (!wanted || row.cells[0].firstChild.textContent.toLowerCase().includes(wanted)) &&
        (!two.checked || row.dataset.two !== undefined);
      row.hidden = !fits;
      any ||= fits;
      shown += fits ? 1 : 0;
    }
    body.hidden = !any;
  }
  for (const row of table.rows) {
    for (const cell of row.querySelectorAll(".role")) cell.classList.toggle("chosen", role.value !== "" && cell.cellIndex === Number(role.value) + 1);
  }
  form.querySelector("[data-shown]").textContent = shown === 1 ? "1 action" : `${shown} actions`;
}

form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
show();
