// A display of a table. It takes no input; it shows the newest frame, says so when it is cut off, and mends itself.

import { follow } from "../service/feed.js";
import { Led } from "./vision_led.js";
import { Figures, Odometer, money } from "./vision_odometer.js";
import { Rotation } from "./vision_panels.js";

const PARTY = 14_000;
const PAID = 10_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AGAIN = 10_000;
const sentence = (slug) => slug[0].toUpperCase() + slug.slice(1).replaceAll("-", " ");
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Screen {
  constructor(root, paid = new Map()) {
    this.root = root;
    this.data = JSON.parse(root.querySelector("#vision").textContent);
    this.hits = new Map(); // hit -> state, of the hits in the newest frame
    this.paid = paid; // hit -> until when its payment is shown
    this.partyUntil = 0;
    this.state = "live";
    this.meters = [...root.querySelectorAll("[data-meter]")].map((place) => {
      const { jackpot, wager, row, cents, moves } = place.dataset;
      const figures = place.querySelector(".figures");
      const meter = { place, jackpot, wager, row, moves: moves !== undefined, label: place.textContent.trim() };
      meter.odometer = new Odometer(Number(cents || 0));
      meter.figures = figures ? new Figures(figures) : null;
      meter.shown = null;
      return meter;
    });
    const panels = root.querySelector(".panels");
    this.rotation = panels ? new Rotation(root, panels, this.data.theme) : null;
    const canvas = root.querySelector(".led canvas");
    this.led = canvas ? new Led(canvas, still.matches) : null;
    this.first = true;
    this.take(this.data.frame);
    this.draw(performance.now());
    this.resize();
  }

  find(name) {
    return this.root.querySelector(`[data-${name}]`);
  }

  // -- frames

  take(frame) {
    const now = performance.now();
    const fresh = [];
    const known = new Map();
    for (const jackpot of frame.jackpots) {
      for (const hit of jackpot.hits) {
        known.set(hit.hit, hit.state);
        const before = this.hits.get(hit.hit);
        if (!before && !this.first) fresh.push({ ...hit, jackpot });
        if (before && before !== "paid" && hit.state === "paid") this.paid.set(hit.hit, now + PAID);
      }
    }
    this.hits = known;
    for (const meter of this.meters) {
      const jackpot = frame.jackpots.find((item) => item.jackpot === meter.jackpot && item.wager === meter.wager);
      const cents = jackpot?.amounts[meter.row];
      const struck = fresh.some((hit) => hit.jackpot.jackpot === meter.jackpot);
      if (cents !== undefined) meter.odometer.set(cents, now, this.first || struck || still.matches || !meter.moves);
      const stopped = meter.place.querySelector("[data-stopped]");
      const why = frame["closed-spots"][meter.jackpot];
      if (stopped) {
        stopped.hidden = !jackpot || (jackpot.status === "running" && !frame.stopped[meter.jackpot] && !why);
        stopped.textContent = why && jackpot?.status === "running" ? why : "Not in play";
      }
    }
    this.frame = frame;
    this.first = false;
    const closed = this.find("closed");
    if (closed) closed.hidden = frame.open;
    const out = this.find("out");
    if (out) out.hidden = !frame.out.includes(this.data.kind);
    if (fresh.length) this.celebrate(fresh, now);
    this.tell(now);
  }

  celebrate(fresh, now) {
    const party = this.find("party");
    if (!party) return;
    const best = fresh.reduce((one, other) => (other.amount > one.amount ? other : one));
    const names = this.data.names[best.jackpot.wager] || {};
    party.querySelector(".sum").textContent = money(best.amount);
    party.querySelector(".sum").style.setProperty("--letters", money(best.amount).length);
    party.querySelector(".hand").textContent = names[best.event] || sentence(best.event);
    party.querySelector(".at").textContent = best.table === this.data.table ? "at this table" : `at table ${best.table}`;
    party.hidden = false;
    this.partyUntil = now + PARTY;
  }

  // What is being verified, and what was just paid.
  tell(now) {
    const lines = [];
    for (const jackpot of this.frame.jackpots) {
      const names = this.data.names[jackpot.wager] || {};
      for (const hit of jackpot.hits) {
        const paid = (this.paid.get(hit.hit) || 0) > now;
        if (hit.state === "paid" && !paid) continue;
        lines.push({
          word: hit.state === "paid" ? "Paid" : "Pending",
          amount: hit.amount,
          text: `${names[hit.event] || sentence(hit.event)}${hit.table === this.data.table ? "" : `, table ${hit.table}`}`,
        });
      }
    }
    for (const [hit, until] of this.paid) if (until <= now || !this.hits.has(hit)) this.paid.delete(hit);
    this.pending = lines;
    const place = this.find("pending");
    if (place) {
      const key = JSON.stringify(lines);
      if (key !== this.told) this.write(place, lines);
      this.told = key;
    }
    if (this.led) this.led.set(this.running());
  }

  write(place, lines) {
    const shown = lines.slice(0, 2).map(({ word, amount, text }) => {
      const line = document.createElement("p");
      const head = document.createElement("b");
      const sum = document.createElement("strong");
      const what = document.createElement("span");
      head.textContent = word;
      head.className = `word-${word.toLowerCase()}`;
      sum.textContent = money(amount);
      what.textContent = word === "Pending" ? `${text}: being verified` : text;
      line.append(head, sum, what);
      return line;
    });
    if (lines.length > shown.length) {
      const more = document.createElement("p");
      more.textContent = `and ${lines.length - shown.length} more`;
      shown.push(more);
    }
    place.replaceChildren(...shown);
    place.hidden = !lines.length;
    this.resize();
  }

  // What the sign of running letters runs: the amounts, then the notice.
  running() {
    const parts = [];
    if (this.state === "stale") parts.push({ text: this.data.stale, colour: "#ff4a36" });
    for (const { word, amount, text } of this.pending || []) {
      parts.push({ text: `${word.toUpperCase()} ${money(amount)} ${text}`, colour: "#ff4a36" });
    }
    for (const meter of this.meters) parts.push({ text: meter.label, colour: "#ffc247" });
    if (!this.meters.length) parts.push({ text: this.root.querySelector("h1").textContent, colour: "#ffc247" });
    if (this.data.notice) parts.push({ text: this.data.notice, colour: "#f08a24" });
    return parts;
  }

  // -- the passing of time

  draw(now) {
    let other = false;
    for (const meter of this.meters) {
      if (!meter.figures) continue;
      const at = meter.odometer.at(now);
      if (at === meter.shown) continue;
      meter.shown = at;
      if (meter.figures.show(at, meter.moves)) other = true;
      if (!meter.odometer.moving(now)) meter.place.querySelector("[data-said]").textContent = money(at, meter.moves);
    }
    if (other) this.measure();
    this.led?.draw(now);
  }

  // All amounts are written as large as the longest allows.
  measure() {
    const most = Math.max(...this.meters.map((meter) => meter.figures?.width || 0));
    this.root.querySelector(".meters").style.setProperty("--letters", most);
    this.rotation?.arrange();
  }

  second(now) {
    if (this.partyUntil && now > this.partyUntil) {
      this.partyUntil = 0;
      this.find("party").hidden = true;
      this.resize();
      renew(this.frame);
    }
    if (this.paid.size) this.tell(now);
    this.rotation?.turn(now);
  }

  become(state) {
    this.state = state;
    this.root.classList.toggle("is-stale", state === "stale");
    const mark = this.find("stale");
    if (mark) mark.hidden = state !== "stale";
    if (this.led) this.led.set(this.running());
    this.resize();
  }

  resize() {
    this.rotation?.arrange();
    this.led?.resize();
    const sign = this.root.querySelector(".sign h1");
    if (sign) sign.style.setProperty("--letters", sign.textContent.length);
  }

  quiet(now) {
    return this.state === "live" && !this.partyUntil && !this.pending?.length && !this.meters.some((meter) => meter.odometer.moving(now));
  }
}

// What a page is drawn from, beside the amounts that run by themselves: when it changes, the page is asked for anew. A
// bonus stands in running letters and beside percents as it was when the page was drawn, until the house posts another.
function signature(frame) {
  return JSON.stringify([
    frame.open,
    frame.jackpots.map(({ jackpot, wager, scheme, posted, cap, removal, moves, amounts }) => [jackpot, wager, scheme, posted, cap, removal, moves ? null : amounts]),
    frame.promotions,
  ]);
}

let feed = "live";
let screen = new Screen(document.getElementById("screen"));
let drawn = signature(screen.data.frame);
let refreshing = false;
let missed = null; // the newest frame that came while the page was being asked for
let refreshAt = performance.now() + HOUR;
const reloadAt = performance.now() + DAY + Math.random() * 0.5 * HOUR;

// Ask for the page again and put it in the place of this one; whole, if the program has changed.
async function refresh(whole = false) {
  if (refreshing) return;
  refreshing = true;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error();
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const root = next.getElementById("screen");
    const program = "script[type=module]";
    if (!root) throw new Error();
    if (whole || next.querySelector(program).getAttribute("src") !== document.querySelector(program).getAttribute("src")) {
      location.reload();
      return;
    }
    document.documentElement.className = next.documentElement.className;
    screen.root.replaceWith(root);
    screen = new Screen(root, screen.paid);
    if (feed === "stale") screen.become(feed);
    drawn = signature(screen.data.frame);
    refreshAt = performance.now() + HOUR;
    if (missed) screen.take(missed);
  } catch {
    // No answer, or none that can be shown: what stands stays, marked, and is asked for again.
    screen.become("stale");
    refreshAt = performance.now() + AGAIN;
  } finally {
    refreshing = false;
  }
  if (missed) renew(missed);
}

// Ask for the page where it shows something else than the newest frame has; a celebration is not cut short.
function renew(frame) {
  if (refreshing) missed = frame;
  else {
    missed = null;
    if (signature(frame) !== drawn && !screen.partyUntil && screen.state !== "stale") refresh();
  }
}

// A display of a draft shows what was drawn: there is no table yet that it could follow.
const drafted = Boolean(screen.data.drafted);

if (!drafted) follow(
  [`vision/${screen.data.table}`],
  (topic, frame) => {
    screen.take(frame);
    renew(frame);
  },
  {
    onState: (state) => {
      feed = state;
      screen.become(state);
    },
    onRefused: () => {
      screen.become("stale");
      refreshAt = performance.now() + AGAIN;
    },
  },
);

function draw(now) {
  screen.draw(now);
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);

setInterval(() => {
  const now = performance.now();
  screen.second(now);
  if (drafted) return;
  if (now > reloadAt && (screen.quiet(now) || now > reloadAt + 2 * HOUR)) refresh(true);
  else if (now > refreshAt && (screen.quiet(now) || screen.state === "stale")) refresh();
}, 1000);

addEventListener("resize", () => screen.resize());
document.fonts?.ready.then(() => screen.resize());
