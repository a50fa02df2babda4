// Rules by what they are worth: one after the other is changed by itself, and the list grows as answers come.

import { get } from "../service/http.js";
import { make, tableOf } from "./lab_dom.js";
import { sentence } from "./lab_words.js";

const place = document.getElementById("worth");

// `choose(field, value)` takes a value over into the design.
export function beginRules(query, rules, choose) {
  let drawn = null;
  return async () => {
    const asked = query();
    if (asked === drawn) return;
    drawn = asked;
    const found = [];
    for (const [at, rule] of rules.entries()) {
      try {
        const curve = await get(`/api/lab/curve?${asked}&axis=${encodeURIComponent(rule.field)}&page=rules`);
        if (drawn !== asked) return;
        found.push(...worth(rule, curve));
      } catch (error) {
        if (drawn !== asked) return;
        drawn = null;
        place.replaceChildren(make("p", { class: "wrong" }, sentence(error)));
        return;
      }
      draw(found, rules.length - at - 1, choose);
    }
  };
}

function worth(rule, curve) {
  const here = curve.points.find((each) => each.value === curve.here)?.returned;
  if (here === undefined || here === null) return [];
  const others = curve.points.filter((each) => each.value !== curve.here && each.returned !== null);
  return others.map((each) => ({ rule, value: each.value, edge: 1 - each.returned, change: here - each.returned }));
}

const percent = (share) => `${(100 * share).toFixed(4).replace("-", "−")} %`;

function draw(found, left, choose) {
  found.sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const rows = found.map((each) => {
    const kind = each.change > 0 ? "house" : each.change < 0 ? "player" : "";
    const change = make("span", { class: kind }, `${each.change > 0 ? "▲ +" : each.change < 0 ? "▼ " : ""}${percent(each.change)}`);
    const use = make("button", { type: "button", class: "quiet small" }, "Use");
    use.addEventListener("click", () => {
      const choice = each.rule.choices.find((one) => one.name.toLowerCase() === each.value.toLowerCase());
      if (choice) choose(each.rule.field, choice.value);
    });
    return [each.rule.name, each.value, percent(each.edge), change, use];
  });
  const table = tableOf(["Rule", "Instead", "House edge", "Change", ""], rows, { class: "plain-table stacks worth-table" });
  place.replaceChildren(table, make("p", { class: "quiet" }, left ? `Working out ${left} more ${left === 1 ? "rule" : "rules"} …` : ""));
}
