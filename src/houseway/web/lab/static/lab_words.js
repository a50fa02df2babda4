// What is said of a refusal: names where the server has the words of links.

const names = new Map();

// The wagers and rows of the page, by the words that links have for them.
export function learnNames(answer) {
  for (const wager of answer.wagers) names.set(wager.value, wager.name);
  for (const table of answer.tables) {
    names.set(table.wager, table.name);
    for (const cell of table.cells) names.set(`${table.wager}/${cell.event}`, `${table.name}: ${cell.name}`);
    for (const cell of table.cells) if (!names.has(cell.event)) names.set(cell.event, cell.name);
  }
  for (const meter of answer.meters) names.set(meter.field.replace(/^meter:/, ""), meter.name);
}

const LISTED = /(?:choose|ask about|name one of|give|decided on) [^.]*$/i;

// A word with a dash or a stroke is one of a link; one without is in a list of them, and may be an ordinary word elsewhere.
function named(text) {
  const found = text.replace(/[a-z0-9]+(?:[-/][a-z0-9]+)+/g, (word) => names.get(word) ?? word);
  return found.replace(LISTED, (list) => list.replace(/(?<![\w-])[a-z]+(?=,|$| or | and )/g, (word) => names.get(word) ?? word));
}

const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export function sentence(refusal) {
  if (refusal.code === "unreachable") return `The Lab cannot be reached. ${upper(refusal.remedy)}: nothing is lost.`;
  const remedy = refusal.remedy ? ` ${upper(named(refusal.remedy))}.` : "";
  return `${upper(named(refusal.message))}.${remedy}`;
}
