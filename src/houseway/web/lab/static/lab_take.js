// The links by which tables are taken away: always those of the state that is shown.

export function beginTake(query, more) {
  const update = () => {
    for (const place of document.querySelectorAll("[data-take]")) {
      const part = place.dataset.take;
      const whole = more[part] ? more[part](query()) : query();
      for (const link of place.querySelectorAll("[data-form]")) {
        link.href = `/api/lab/export/${link.dataset.form}?${whole ?? ""}&part=${part}`;
      }
    }
  };
  document.addEventListener("lab:axis", update);
  document.addEventListener("lab:answer", update);
  update();
}
