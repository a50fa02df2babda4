// The coach: one line after a decision that gave money away, and silence after any other. It holds nothing up.

const SHOWN = 9000;
const LEAST = 0.5; // cents: what is below nobody hears of
let timer = 0;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const sorted = (answer) => (Array.isArray(answer) && typeof answer[0] !== "string" ? [...answer].sort() : answer);
const money = (cents) => (Math.round(cents) < 100 ? `${Math.round(cents)}¢` : `$${(cents / 100).toFixed(2)}`);

// What an answer gives up against the best, in cents; nothing where its worth is not known.
export function gaveUp(advice, given) {
  const best = advice.choices.find((each) => each.best);
  const answer = sorted(given);
  let taken = advice.choices.find((each) => same(sorted(each.answer), answer));
  let lost = taken ? best.cents - taken.cents : 0;
  if (!taken && Array.isArray(given)) {
    // An amount below the most: each cent of it wins the same.
    taken = advice.choices.find((each) => each.word === given[0] && each.each !== null);
    if (taken) lost = best.cents - (taken.cents - taken.each * (taken.answer[1] - given[1]));
  }
  return taken && best ? { lost, best } : null;
}

export function speakUp(advice, given) {
  const found = gaveUp(advice, given);
  if (!found || found.lost < LEAST) return;
  let line = document.getElementById("coach");
  if (!line) {
    line = Object.assign(document.createElement("p"), { id: "coach", className: "coach" });
    // What is said to the player is announced as it changes, and lies over no card.
    document.querySelector("#say .words").append(line);
  }
  line.textContent = `That gave up ${money(found.lost)}${advice.certain ? "" : " on average"}: ${found.best.name} was best.`;
  line.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (line.hidden = true), SHOWN);
}
