// A seat at a table: frames come in, everything is drawn from the newest one.

import { follow } from "../service/feed.js";
import { get } from "../service/http.js";
import { drawActs } from "./acts.js";
import { afterDrawing, once } from "./after_drawing.js";
import { drawBar, takeAmounts } from "./bar.js";
import { drawBettingView } from "./betting_view.js";
import { tick } from "./clock.js";
import { ownLines, takeCorrection } from "./corrections.js";
import { Drawer } from "./drawer.js";
import { drawGuide } from "./guide.js";
import "./keys.js";
import { drawHand, handShown } from "./hand_view.js";
import { feedIs, lineIs, tellMissed } from "./line.js";
import { drawOthers } from "./others.js";
import { drawCrowded, drawSay } from "./prompt.js";
import { drawRack } from "./rack.js";
import { rove } from "./roving.js";
import { repeatSoon } from "./rebet.js";
import { lineList } from "./results.js";
import { sense, senseResult, senseTurn } from "./senses.js";
import { drawLeaving, leaveSoon } from "./seating.js";
import { $, on, page, state, wagersDue } from "./seat.js";
import "./spot_press.js";
import { drawFelts, useHand } from "./stage.js";
import "./speed.js";
import { watchRounds } from "./wagers.js";

// Under a hand no felt is in sight.
const drawFeltsLater = once(drawFelts);

function draw() {
  if (handShown()) drawFeltsLater();
  else drawFelts();
  drawHand();
  drawBar();
  drawRack();
  drawSay();
  drawActs();
  drawOthers();
  drawLeaving();
  drawGuide();
  drawCrowded();
  // When all that lies under the seat is there: it takes what room they leave.
  drawBettingView();
}

const drawer = new Drawer(page, { lineList });
for (const button of document.querySelectorAll("[data-drawer]")) button.addEventListener("click", () => drawer.open(button.dataset.drawer));

// -- frames

// The round that is over, where this player had wagers: its result stands until the next bet.
function takeResult(ended) {
  const own = ended ? ownLines(ended) : [];
  if (!own.length || (state.shown === ended.round && !state.result)) return;
  state.shown = ended.round;
  state.result = { round: ended.round, lines: own };
}

function take_in(frame) {
  const before = state.frame;
  const resulted = state.shown;
  if (frame.round !== before.round) {
    state.hint = null;
    state.sent = "";
  }
  if (state.sent && state.sent !== `${frame.round}:${frame.step}`) state.sent = "";
  state.frame = frame;
  leaveSoon();
  // The seat may have been taken or left in another tab.
  const seat = Object.entries(frame.seats).find(([, who]) => who.player === page.me.id)?.[0];
  if (!seat) state.barred = false;
  state.out = state.barred;
  if (!state.barred && (seat ? Number(seat) : null) !== state.seat && page.me.id) {
    state.seat = seat ? Number(seat) : null;
    stream.set(topics());
    useHand();
  }
  if (before.round !== frame.round && !wagersDue()) Object.assign(state, { laying: {}, placed: [], objection: null });
  takeResult(frame.last);
  takeCorrection(before, frame);
  watchRounds();
  draw();
  tick();
  tellMissed();
  const { result } = state;
  afterDrawing(() => {
    sense(before, frame);
    senseTurn();
    if (result && result.round !== resulted) senseResult(result);
  });
  repeatSoon();
}

// The table itself, and its display, which follows jackpots that are linked to other tables.
const shows = `vision/${page.table}`;
const topics = () => [state.seat === null ? `table/${page.table}/public` : `table/${page.table}/seat/${state.seat}`, shows];

// The seat is refused. Where it is still this player's the session has ended: the page looks on as everybody may, says so,
// and asks who is signed in after a while, each time a longer one, and when somebody comes back to it.
const LONGEST = 120_000;
let wait = 15_000;
function bar() {
  state.seat = null;
  state.barred = true;
  stream.set(topics());
  useHand();
  setTimeout(whoIsThere, wait);
  wait = Math.min(2 * wait, LONGEST);
}

async function whoIsThere() {
  if (!state.barred) return;
  try {
    const { kind, id } = await get("/api/me");
    if (kind !== "nobody" && id !== page.me.id) return location.reload();
    if (kind !== "nobody") {
      state.barred = false;
      return take_in(state.frame);
    }
  } catch {
    // The feed itself tells whether the server is there.
  }
  setTimeout(whoIsThere, wait);
  wait = Math.min(2 * wait, LONGEST);
}

rove(document.querySelector(".tools"), ".tool");
on.draw = draw;
// Whoever loads the page again sees the last result at once, and not the felt until the feed brings it.
takeResult(state.frame.last);
useHand();
draw();
const stream = follow(topics(), (topic, frame) => (topic === shows ? takeAmounts(frame) : take_in(frame)), {
  onState: feedIs,
  onLine: lineIs,
  onRefused(topic) {
    if (!topic.includes("/seat/") || state.barred) return;
    // A private table has closed while its player was away.
    if (page.speed !== null) location.assign("/");
    else bar();
  },
});
setInterval(tick, 200);
document.addEventListener("visibilitychange", () => document.hidden || (state.out && whoIsThere()));
