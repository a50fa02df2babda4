// A strategy of one's own: a text that is sent, priced, and told with its dearest mistakes.

import { post, saved } from "../service/http.js";
import { filesOf, make, tableOf } from "./lab_dom.js";
import { sentence, showWrong } from "./lab_figures.js";
import { drawChart } from "./lab_strategy.js";

const form = document.getElementById("own");
const field = document.getElementById("own-text");
const place = document.getElementById("priced");

export function beginOwnStrategy(query) {
  document.getElementById("own-begin").addEventListener("click", async (event) => {
    event.target.disabled = true;
    try {
      const answer = await fetch(`/api/lab/strategy/text?${query()}&page=own`);
      if (answer.ok) field.value = await answer.text();
      else place.replaceChildren(make("p", { class: "wrong" }, sentence(await answer.json())));
    } finally {
      event.target.disabled = false;
    }
  });
  document.getElementById("own-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) field.value = (await file.text()).slice(0, 60000);
    event.target.value = "";
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    place.replaceChildren(make("p", { class: "quiet" }, "Pricing it …"));
    const sent = { text: field.value, link: query(), page: "own" };
    try {
      const answer = await post("/api/lab/strategy/own", sent);
      showWrong(answer.wrong);
      place.replaceChildren(...(answer.wrong.length ? [] : told(answer, sent)));
    } catch (error) {
      place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    }
  });
}

function told(answer, sent) {
  const facts = make("dl", { class: "facts" });
  for (const [name, value] of [["House edge", answer.edge], ["Best play", answer["best-edge"]], ["Costs", answer.cost]]) {
    facts.append(make("dt", {}, name), make("dd", {}, value));
  }
  const made = [facts, make("p", { class: "quiet" }, answer.says)];
  if (answer.mistakes.length) {
    const heads = ["Question", "Hand", "Played", "Best", "Costs each time", "Rounds with it", "Costs in a round"];
    const rows = answer.mistakes.map((each) => [each.question, each.hand, each.made, each.best, each.each, each.often, each["per-round"]]);
    made.push(make("h3", {}, `The ${answer.mistakes.length} dearest of ${answer["mistakes-count"]} mistakes`), tableOf(heads, rows));
    const failed = make("p", { class: "wrong", role: "alert" });
    const save = async (form) => {
      try {
        failed.replaceChildren();
        await saved(`/api/lab/strategy/own/${form}`, sent);
      } catch (error) {
        failed.replaceChildren(sentence(error));
      }
    };
    made.push(filesOf("All mistakes", "", save), failed);
  } else {
    made.push(make("p", {}, "No mistake: it is the best play."));
  }
  const charts = answer.charts.map((chart, number) => drawChart(chart, number, null));
  made.push(make("details", {}, make("summary", {}, "Its charts"), ...charts));
  return made;
}
