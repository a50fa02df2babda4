// The clock of what is due, and what happens when it runs out.

import { serverNow } from "../service/feed.js";
import { $, due, mineIsDue, state } from "./seat.js";
import { timeIsUp } from "./wagers.js";

export function tick() {
  const ring = $("ring");
  const until = state.frame.deadline;
  const live = until && due() && (mineIsDue() || state.seat === null || (due().from ?? []).some((who) => typeof who === "number"));
  ring.hidden = !live;
  if (!live) return;
  const left = until / 1000 - serverNow();
  if (state.total?.until !== until) state.total = { until, all: Math.max(left, 1000) };
  const share = Math.max(0, Math.min(1, left / state.total.all));
  ring.style.setProperty("--left", String(Math.round(share * 100)));
  ring.classList.toggle("soon", left < 6000);
  const seconds = String(Math.max(0, Math.ceil(left / 1000)));
  if ($("seconds").textContent !== seconds) $("seconds").textContent = seconds;
  // A browser looks at the clock of a page that nobody sees once a second only.
  const late = left < (document.hidden ? 2500 : 900);
  if (late) timeIsUp();
}
