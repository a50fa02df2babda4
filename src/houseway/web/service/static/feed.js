// The live feed, one for all tabs of a browser.
//
// This file is the page's module and, loaded once more as a shared worker, the one connection behind all of them. Where
// there are no shared workers, one tab holds the connection for the others (it holds a lock; when it goes, the next tab
// gets it) and tells them over a broadcast channel. The stream is read by hand, so that the server's heartbeats are heard.
// It says how often they come: every second where somebody sits. Two that do not come, and the line is away: it is tried
// anew, and a seat says so. Fifteen seconds, and every page says that it is stale. Frames are whole; an older one never
// follows a newer.

import { newId } from "./ids.js";

const BEAT = 5_000; // unless the server says otherwise
const BEATS = 2.5; // so many without a word, and the line is away
const CONNECT = 5_000;
const STALE = 14_000; // looked at every second: said within fifteen
const PING = 5_000;
const RENEW = 4_000;
const MINUTE = 60_000;
const GONE = 100_000; // tabs in the background may speak once a minute only
const NAME = "houseway-feed";

// -- the connection: used by the worker, or by the tab that holds the lock

class Source {
  constructor(tell) {
    this.tell = tell; // (message) for every tab
    this.members = new Map(); // id -> {topics, seen}
    this.frames = new Map(); // topic -> {epoch, version, number, at, data}
    this.refused = new Map(); // topic -> when
    this.wanted = "";
    this.wait = 250;
    this.stop = null;
    this.lease = ""; // renewed whenever something was read, so that the server drops a browser that hangs
    this.leased = true;
    this.renewed = 0;
    this.unknown = 0;
    this.beat = BEAT;
    this.forgetClock();
    setInterval(() => this.sweep(), PING);
  }

  // A tab says which topics it shows; it says so again every few seconds, for as long as it is there.
  hear(id, topics, fresh) {
    this.members.set(id, { topics, seen: Date.now() });
    if (fresh) {
      for (const topic of topics) {
        this.refused.delete(topic);
        const known = this.frames.get(topic);
        if (known) this.tell({ kind: "frame", to: id, topic, data: known.data, offset: this.offset() });
      }
    }
    this.connect();
  }

  leave(id) {
    this.members.delete(id);
    this.connect();
  }

  sweep() {
    const now = Date.now();
    for (const [id, member] of this.members) if (now - member.seen > GONE) this.members.delete(id);
    this.connect();
  }

  connect() {
    const topics = new Set();
    for (const member of this.members.values()) for (const topic of member.topics) topics.add(topic);
    for (const topic of this.frames.keys()) if (!topics.has(topic)) this.frames.delete(topic);
    for (const topic of this.refused.keys()) topics.delete(topic);
    const wanted = [...topics].sort().join(",");
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.stop?.abort();
    this.stop = null;
    if (wanted) this.run(wanted);
  }

  async run(wanted) {
    const stop = (this.stop = new AbortController());
    while (!stop.signal.aborted) {
      try {
        await this.read(wanted, stop.signal);
        this.wait = 250;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof Closed) {
          await this.findRefused(wanted);
          if (stop.signal.aborted) return;
        }
      }
      this.tell({ kind: "away" });
      await new Promise((done) => setTimeout(done, this.wait * (0.5 + Math.random())));
      this.wait = Math.min(this.wait * 2, 1000);
    }
  }

  async read(wanted, signal) {
    const watch = new AbortController();
    const quit = () => watch.abort();
    signal.addEventListener("abort", quit);
    let timer = setTimeout(quit, CONNECT);
    try {
      this.lease = "";
      this.beat = BEAT;
      const answer = await fetch(`/feed?topics=${encodeURIComponent(wanted)}${this.leased ? "&lease=true" : ""}`, {
        headers: { accept: "text/event-stream" },
        credentials: "same-origin",
        cache: "no-store",
        signal: watch.signal,
      });
      if (!answer.ok || !answer.body) throw isRefused(answer) ? new Closed() : new Error();
      this.forgetClock();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        this.wait = 250;
        rest += value;
        const events = rest.split("\n\n");
        rest = events.pop();
        for (const event of events) this.take(event);
        this.tell({ kind: "alive", beat: this.beat });
        timer = setTimeout(quit, BEATS * this.beat);
        this.renew();
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", quit);
    }
  }

  async renew() {
    const lease = this.lease;
    if (!lease || Date.now() - this.renewed < RENEW) return;
    this.renewed = Date.now();
    try {
      const answer = await fetch(`/feed/${lease}`, { method: "POST", credentials: "same-origin", cache: "no-store" });
      if (answer.ok) this.unknown = 0;
      // Several servers behind one address: another one has the feed. Then it goes without.
      else if (answer.status === 404 && lease === this.lease && ++this.unknown > 1) this.leased = false;
    } catch {
      // The feed itself tells whether the server is there.
    }
  }

  take(event) {
    let topic = "";
    let id = "";
    let data = "";
    for (const line of event.split("\n")) {
      if (line.startsWith(": now ")) this.hearClock(Number(line.slice(6)) / 1000);
      else if (line.startsWith(": beat ")) this.beat = Number(line.slice(7));
      else if (line.startsWith("event: ")) topic = line.slice(7);
      else if (line.startsWith("id: ")) id = line.slice(4);
      else if (line.startsWith("data: ")) data += line.slice(6);
    }
    if (!topic || !data) return;
    const frame = JSON.parse(data);
    if (topic === "lease") {
      this.lease = frame.lease;
      this.renewed = Date.now();
      return;
    }
    const [epoch, version] = id.split(":");
    const next = { epoch, version: Number(version), number: frame.version ?? 0, at: Date.now(), data: frame };
    if (isOlder(next, this.frames.get(topic))) return;
    this.frames.set(topic, next);
    this.tell({ kind: "frame", topic, data: frame, offset: this.offset() });
  }

  // How far the server's clock is ahead of what only goes on here, whoever sets this machine's clock. What the server says
  // of itself has been under way for a while: the least delay of the last minute or two comes nearest.
  hearClock(theirs) {
    const here = performance.now();
    if (here - this.since > MINUTE) Object.assign(this, { since: here, before: this.best, best: -Infinity });
    this.best = Math.max(this.best, theirs - here);
  }

  // The same of the clock that every tab of this machine can read.
  offset() {
    const ahead = Math.max(this.best, this.before);
    return ahead === -Infinity ? null : ahead + performance.now() - Date.now();
  }

  forgetClock() {
    Object.assign(this, { since: performance.now(), before: -Infinity, best: -Infinity });
  }

  refuse(topic) {
    this.refused.set(topic, Date.now());
    this.frames.delete(topic);
    this.tell({ kind: "refused", topic });
  }

  // One topic that somebody may not follow must not cost the others theirs: which one is it?
  async findRefused(wanted) {
    const topics = wanted.split(",");
    if (topics.length === 1) this.refuse(wanted);
    for (const topic of topics.length === 1 ? [] : topics) {
      const stop = new AbortController();
      try {
        const answer = await fetch(`/feed?topics=${encodeURIComponent(topic)}`, {
          credentials: "same-origin",
          cache: "no-store",
          signal: stop.signal,
        });
        if (isRefused(answer)) this.refuse(topic);
      } catch {
        return;
      } finally {
        stop.abort();
      }
    }
    this.connect();
  }
}

class Closed extends Error {}

const isRefused = (answer) => answer.status === 401 || answer.status === 403 || answer.status === 404;

// Versions count within one run of one server. Another server may be a moment behind: its tables' own numbers tell.
export function isOlder(next, known) {
  if (!known) return false;
  if (next.epoch === known.epoch) return next.version < known.version;
  return next.number < known.number && next.at - known.at < 10_000;
}

if (typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope) {
  const ports = new Map();
  const source = new Source((message) => {
    for (const [id, port] of ports) if (!message.to || message.to === id) port.postMessage(message);
  });
  self.onconnect = (event) => {
    const port = event.ports[0];
    port.onmessage = ({ data }) => {
      if (data.kind === "leave") {
        ports.delete(data.id);
        source.leave(data.id);
      } else {
        ports.set(data.id, port);
        source.hear(data.id, data.topics, data.fresh);
      }
    };
    port.start();
  };
}

// -- the page's side

let member = null;

class Member {
  constructor() {
    this.id = newId();
    this.follows = new Set();
    this.heard = Date.now();
    this.state = "connecting";
    this.line = "up";
    this.beat = BEAT;
    this.frames = new Map();
    this.say = this.open();
    setInterval(() => {
      this.ping(false);
      this.look();
    }, PING);
    setInterval(() => this.look(), 250);
    addEventListener("offline", () => this.hear({ kind: "away" }));
    addEventListener("pagehide", () => this.say({ kind: "leave", id: this.id }));
    addEventListener("pageshow", () => this.ping(true));
    document.addEventListener("visibilitychange", () => document.hidden || this.ping(true));
  }

  open() {
    if (typeof SharedWorker === "function") {
      try {
        const worker = new SharedWorker(import.meta.url, { type: "module", name: NAME });
        worker.port.onmessage = ({ data }) => this.hear(data);
        worker.port.start();
        return (message) => worker.port.postMessage(message);
      } catch {
        // Some browsers refuse workers in private windows: the tabs help each other then.
      }
    }
    if (typeof BroadcastChannel === "function" && navigator.locks) return this.share();
    const own = new Source((message) => this.hear(message));
    return (message) => (message.kind === "leave" ? own.leave(message.id) : own.hear(message.id, message.topics, message.fresh));
  }

  share() {
    const channel = new BroadcastChannel(NAME);
    let source = null;
    const give = (message) =>
      message.kind === "leave" ? source.leave(message.id) : source.hear(message.id, message.topics, message.fresh);
    channel.onmessage = ({ data }) => {
      if (data.up) {
        if (source) give(data.up);
      } else if (data.who) this.ping(true);
      else this.hear(data);
    };
    navigator.locks.request(NAME, () => {
      source = new Source((message) => {
        channel.postMessage(message);
        this.hear(message);
      });
      channel.postMessage({ who: true });
      this.ping(true);
      return new Promise(() => {});
    });
    return (message) => (source ? give(message) : channel.postMessage({ up: message }));
  }

  topics() {
    const all = new Set();
    for (const follow of this.follows) for (const topic of follow.topics) all.add(topic);
    return [...all];
  }

  ping(fresh) {
    this.say({ kind: "topics", id: this.id, topics: this.topics(), fresh });
  }

  hear(message) {
    if (message.to && message.to !== this.id) return;
    if (message.kind === "away") {
      if (this.state !== "connecting") this.lineIs("away");
      return this.look();
    }
    this.heard = Date.now();
    this.beat = message.beat ?? this.beat;
    if (message.kind === "frame") {
      if (message.offset !== null) clock = Date.now() + message.offset - performance.now();
      this.frames.set(message.topic, message.data);
      for (const follow of this.follows) {
        if (follow.topics.includes(message.topic)) follow.onFrame(message.topic, message.data);
      }
    } else if (message.kind === "refused") {
      for (const follow of this.follows) if (follow.topics.includes(message.topic)) follow.onRefused?.(message.topic);
    }
    // A frame that is kept is shown to a tab that asks for it, whether the line is up or not.
    if (!message.to) this.lineIs("up");
    this.become("live");
  }

  look() {
    const quiet = Date.now() - this.heard;
    if (this.state !== "connecting" && quiet > BEATS * this.beat) this.lineIs("away");
    if (quiet > STALE) this.become("stale");
  }

  lineIs(line) {
    if (line === this.line) return;
    this.line = line;
    document.documentElement.dataset.line = line;
    for (const follow of this.follows) follow.onLine?.(line);
  }

  become(state) {
    if (state === this.state) return;
    this.state = state;
    document.documentElement.dataset.feed = state;
    for (const follow of this.follows) follow.onState?.(state);
  }
}

let clock = Date.now() - performance.now();

// This moment by the server's clock, in milliseconds, whatever is done to ours since they were compared.
export const serverNow = () => performance.now() + clock;

// Follow topics: `onFrame(topic, frame)` for the newest frame of each and for every later one, `onState("live"|"stale")`,
// `onLine("up"|"away")`, `onRefused(topic)`. Returned: `set(topics)` to follow others instead, `close()`.
export function follow(topics, onFrame, { onState, onLine, onRefused } = {}) {
  member ??= new Member();
  const own = { topics, onFrame, onState, onLine, onRefused };
  member.follows.add(own);
  member.ping(true);
  if (member.state !== "connecting") onState?.(member.state);
  return {
    set(next) {
      own.topics = next;
      member.ping(true);
    },
    close() {
      member.follows.delete(own);
      member.ping(false);
    },
  };
}
