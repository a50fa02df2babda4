// A line of a settled round that is corrected afterwards: an open result and an open history say so without being asked.

import { dollars } from "../art/chips.js";
import { refreshHistory } from "./history.js";
import { $, names, state } from "./seat.js";

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

// The own lines of a round that is over, each with its number in it.
export const ownLines = (ended) => ended.lines.map((line, at) => ({ ...line, number: at + 1 })).filter((line) => line.seat === state.seat);

// After each frame, `before` being the last one. A result may be open longer than its round is in the frame: its line is
// changed here then, as the frame would have it.
export function takeCorrection(before, { corrected, last }) {
  if (!corrected || corrected.number === before.corrected?.number) return;
  refreshHistory();
  if (state.result?.round !== corrected.round) return;
  if (last?.round !== corrected.round) {
    state.result.lines = state.result.lines.map((line) =>
      line.number === corrected.line ? { ...line, returned: corrected.returned, reason: `${line.reason}. ${sentence(corrected.says)}` } : line,
    );
  }
  const line = state.result.lines.find((each) => each.number === corrected.line);
  if (line) $("announce").textContent = `${names(line.wager)} ${corrected.says}. You have ${dollars(state.frame.seats[state.seat]?.chips ?? 0)}.`;
}
