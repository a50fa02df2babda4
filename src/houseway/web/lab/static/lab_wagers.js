// Every wager of the design, one below the other: the list grows as answers come.

import { get } from "../service/http.js";
import { make, tableOf } from "./lab_dom.js";
import { sentence } from "./lab_words.js";
import { State } from "./lab_state.js";

const place = document.getElementById("every-wager");
const SHOWN = ["edge", "return", "hits", "sd", "risk"];

export function beginWagers(query, wagers) {
  let drawn = null;
  return async () => {
    const asked = query();
    if (asked === drawn) return;
    drawn = asked;
    const rows = [];
    for (const wager of wagers) {
      const link = linkOf(asked, wager.value);
      try {
        const answer = await get(`/api/lab/figures?${link}&page=wagers`);
        if (drawn !== asked) return;
        rows.push(rowOf(answer, link));
      } catch (error) {
        if (drawn !== asked) return;
        rows.push([wager.name, make("span", { class: "wrong" }, sentence(error)), "", "", "", "", ""]);
      }
      place.replaceChildren(tableOf(["Wager", "House edge", "Return", "Hits", "SD", "Element of risk", "Edge beside approved"], rows, { class: "plain-table stacks numbers" }));
    }
  };
}

function linkOf(query, wager) {
  const state = new State(query);
  if (state.get("wager") !== wager) for (const name of ["paytable", "case"]) state.set(name, "");
  state.set("wager", wager);
  return state.query();
}

function rowOf(answer, link) {
  const figures = new Map(answer.figures.map((each) => [each.slug, each]));
  const moved = figures.get("edge");
  const name = make("a", { href: `/lab?${link}` }, answer["wager-name"]);
  const favours = answer["favours-player"] ? make("span", { class: "player" }, " favours the player") : "";
  const beside = moved.moved === "same" ? "as approved" : `${moved.moved === "up" ? "▲" : "▼"} ${moved.difference}`;
  return [make("span", {}, name, favours), ...SHOWN.map((slug) => figures.get(slug).shown), beside];
}
