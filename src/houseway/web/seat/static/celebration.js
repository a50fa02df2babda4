// A jackpot: for some seconds the table shows nothing else. It waits for nobody: a tap or a key puts it away, and a
// decision that is due is pressed through it.

import { dollars } from "../art/chips.js";
import { $, names } from "./seat.js";

const LASTS = 7000;
let ends = 0;

export function celebrate(hit, who, mine) {
  const box = $("celebration");
  const line = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const coins = Array.from({ length: 18 }, (_, place) => {
    const coin = document.createElement("i");
    coin.className = `coin c${place % 6}`;
    return coin;
  });
  const rain = document.createElement("div");
  rain.className = "rain";
  rain.setAttribute("aria-hidden", "true");
  rain.append(...coins);
  box.replaceChildren(
    rain,
    line("h2", names(hit.wager)),
    line("strong", dollars(hit.amount)),
    line("p", `${hit.hand} for ${mine ? "you" : who}`),
    line("small", mine ? "Stay seated: the amount is yours, and is held until two people have verified it." : "The amount is held until two people have verified it."),
  );
  box.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(put_away, LASTS);
}

function put_away() {
  clearTimeout(ends);
  $("celebration").hidden = true;
}

addEventListener("pointerdown", put_away, { passive: true });
addEventListener("keydown", put_away);
