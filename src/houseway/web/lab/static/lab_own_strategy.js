// A strategy of one's own: a text that is sent, priced, and told with its dearest mistakes.

import { getText, post, saved } from "../service/http.js";
import { filesOf, make, tableOf } from "./lab_dom.js";
import { showWrongIn } from "./lab_figures.js";
import { packed, unpacked } from "./lab_packed.js";
import { drawChart } from "./lab_strategy.js";
import { askedIn, carryIn } from "./lab_tabs.js";
import { sentence } from "./lab_words.js";

const form = document.getElementById("own");
const field = document.getElementById("own-text");
const place = document.getElementById("priced");
const MOST = 60_000; // letters of a strategy
const REST = 300; // milliseconds without a letter before the link has what was typed

// What was typed outlives another wager or paytable, for which the page is made anew.
const KEPT = `houseway-lab-strategy-${document.getElementById("choose-game").value}`;

let resting = 0;

function keep() {
  try {
    sessionStorage.setItem(KEPT, field.value);
  } catch {
    // This browser keeps nothing: the text lives as long as the page.
  }
  clearTimeout(resting);
  resting = setTimeout(link, REST);
}

async function link() {
  const text = field.value;
  const words = text.length > MOST ? "" : await packed(text);
  if (text === field.value) carryIn("strategy", "own", words);
}

// The text that the address carries is priced as it was where the link was made.
async function openLinked(words) {
  try {
    field.value = await unpacked(words, MOST);
  } catch {
    showWrongIn(form, [{ field: "strategy:text", message: "the strategy in this link cannot be read", remedy: "open its file, or paste its text" }]);
    return;
  }
  keep();
  form.requestSubmit();
}

function found() {
  try {
    return sessionStorage.getItem(KEPT) || "";
  } catch {
    return "";
  }
}

// Puts another text in the place of what was typed, which can be brought back.
function replace(text) {
  const before = field.value;
  field.value = text;
  keep();
  showWrongIn(form, []);
  place.replaceChildren();
  if (!before.trim() || before === text) return;
  const back = make("button", { type: "button", class: "quiet small" }, "Bring it back");
  back.addEventListener("click", () => replace(before));
  place.append(make("p", { role: "status" }, "The text that stood here was replaced. ", back));
}

function tooLong() {
  const message = `this text is longer than ${MOST.toLocaleString("en-US")} letters, and no strategy is`;
  showWrongIn(form, [{ field: "strategy:text", message, remedy: "give the text of one strategy" }]);
}

export function beginOwnStrategy(query) {
  const linked = askedIn("strategy").get("own");
  field.value ||= found();
  if (!linked && field.value) link();
  field.addEventListener("input", keep);
  document.getElementById("own-begin").addEventListener("click", async (event) => {
    event.target.disabled = true;
    try {
      replace(await getText(`/api/lab/strategy/text?${query()}&page=own`));
    } catch (error) {
      place.replaceChildren(make("p", { class: "wrong", role: "alert" }, sentence(error)));
    } finally {
      event.target.disabled = false;
    }
  });
  document.getElementById("own-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    const text = file.size > 4 * MOST ? null : await file.text();
    if (text === null || text.length > MOST) tooLong();
    else replace(text);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (field.value.length > MOST) {
      tooLong();
      return;
    }
    place.replaceChildren(make("p", { class: "quiet" }, "Pricing it …"));
    const sent = { text: field.value, link: query(), page: "own" };
    try {
      const answer = await post("/api/lab/strategy/own", sent);
      const left = showWrongIn(form, answer.wrong);
      place.replaceChildren(...(left ? [make("p", { class: "wrong" }, left)] : answer.wrong.length ? [] : told(answer, sent)));
      if (answer.wrong.length) field.focus();
    } catch (error) {
      place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
    }
  });
  if (linked) openLinked(linked);
}

function counted(shown, all) {
  if (all === 1) return "One mistake";
  return shown < all ? `The ${shown} dearest of ${all} mistakes` : `${all} mistakes, the dearest first`;
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
    made.push(make("h3", {}, counted(answer.mistakes.length, answer["mistakes-count"])), tableOf(heads, rows, { class: "plain-table stacks" }));
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
