// The design beside every paytable that the approved document prints for its wager.

import { get } from "../service/http.js";
import { make } from "./lab_dom.js";
import { sideBySide } from "./lab_side.js";
import { State } from "./lab_state.js";
import { sentence } from "./lab_words.js";

const REST = 120; // milliseconds without a change before the tables are drawn: figures never wait for them

// An amount on a meter that only the design has is none of a printed table's.
const printedOf = (answer) => ({ ...answer, wrong: [] });

const place = document.getElementById("approved-tables");

// `now()` is the answer that is shown.
export function beginApproved(query, paytables, now) {
  let drawn = "";
  let asked = 0;
  let resting = 0;
  const printed = new Map();
  return () => {
    clearTimeout(resting);
    resting = setTimeout(show, REST);
  };

  async function show() {
    const shown = now();
    if (shown.link === drawn) return;
    drawn = shown.link;
    const own = ++asked;
    try {
      // One after the other: a page has few questions at a time.
      const answers = [];
      for (const each of paytables) answers.push(await of(each.value));
      if (own === asked) place.replaceChildren(sideBySide(["This design", ...paytables.map((each) => each.name)], [shown, ...answers.map(printedOf)]));
    } catch (error) {
      drawn = "";
      if (own === asked) place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    }
  }

  // An approved paytable is the same whatever the cells say: with the options and amounts of the page, it is asked once.
  function of(paytable) {
    const state = new State(query());
    state.forget(["pay", "rule"]);
    state.set("paytable", paytable);
    const link = state.query();
    if (!printed.has(link)) printed.set(link, get(`/api/lab/figures?${link}&page=tables`));
    printed.get(link).catch(() => printed.delete(link));
    return printed.get(link);
  }
}
