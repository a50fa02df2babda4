// Elements of the page.

export function make(name, attributes = {}, ...inner) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inner.filter((each) => each !== null && each !== ""));
  return made;
}

// A table: heads, and rows whose first cell names them.
export function tableOf(heads, rows, attributes = {}) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const body = rows.map((row) =>
    make("tr", {}, ...row.map((cell, place) => make(place ? "td" : "th", place ? { "data-head": heads[place] } : { scope: "row" }, cell))),
  );
  return make("div", { class: "wide" }, make("table", { class: "plain-table", ...attributes }, make("thead", {}, head), make("tbody", {}, ...body)));
}

const FORMS = { csv: "CSV", xlsx: "Excel", pdf: "PDF", png: "PNG", svg: "SVG" };

// The links by which a table is taken away; or, where its text must be sent along, buttons that are told the form.
export function filesOf(what, query, send = null) {
  const made = make("p", { class: "take" }, make("span", {}, `${what} as`));
  for (const [form, name] of Object.entries(FORMS)) {
    const one = send
      ? make("button", { type: "button", class: "link" }, name)
      : make("a", { href: `/api/lab/export/${form}?${query}`, download: true }, name);
    if (send) one.addEventListener("click", () => send(form));
    made.append(" ", one);
  }
  return made;
}
