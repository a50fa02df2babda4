// The charts of the page: bars beside the rows, the distribution, the return over one value.

import { el, fixed, plain, ticks } from "./lab_svg.js";

const WIDTH = 520;
const HEIGHT = 250;
const LEFT = 72;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 40;

// What each row adds, as a bar from zero; a thin mark stands where the approved game has it.
export function drawBars(rows, outcomes) {
  const all = outcomes.flatMap((each) => [each.adds ?? 0, each.approved ?? 0]);
  const low = Math.min(0, ...all);
  const span = Math.max(0, ...all) - low || 1;
  const x = (value) => fixed((100 * (value - low)) / span);
  for (const each of outcomes) {
    const svg = rows.get(each.event)?.querySelector(".bar svg");
    if (!svg) continue;
    const parts = [];
    if (each.adds !== null) {
      const [from, to] = [x(Math.min(0, each.adds)), x(Math.max(0, each.adds))];
      parts.push(el("rect", { class: each.adds < 0 ? "bad" : "good", x: from, y: 2, width: fixed(to - from), height: 6 }));
    }
    parts.push(el("rect", { class: "zero", x: x(0), y: 0, width: 0.4, height: 10 }));
    if (each.approved !== null && each.approved !== each.adds) {
      parts.push(el("rect", { class: "was", x: x(each.approved) - 0.4, y: 0.5, width: 0.9, height: 9 }));
    }
    svg.replaceChildren(...parts);
  }
}

function frame(says) {
  return el("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": says });
}

function axes(svg, x, y, xTicks, yTicks, xTitle) {
  for (const [at, label] of yTicks) {
    svg.append(el("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(at), y2: y(at) }));
    svg.append(el("text", { class: "tick", x: LEFT - 8, y: y(at) + 4, "text-anchor": "end" }, label));
  }
  for (const [at, label] of xTicks) {
    svg.append(el("text", { class: "tick", x: x(at), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, label));
  }
  svg.append(el("line", { class: "base", x1: LEFT, x2: WIDTH - RIGHT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }));
  svg.append(el("text", { class: "title", x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, xTitle));
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const power = (exponent) => `10${exponent < 0 ? "⁻" : ""}${String(Math.abs(exponent)).replace(/\d/g, (digit) => RAISED[digit])}`;

// Long tails are drawn closer the farther they lie out.
const squeezed = (net) => Math.sign(net) * Math.log1p(Math.abs(net));

export function drawDistribution(place, points, approved) {
  if (!points.length) {
    place.replaceChildren(said("Needs an amount on the meter."));
    return;
  }
  const nets = [...points, ...approved].map(([net]) => net);
  const wide = Math.max(...nets.map(Math.abs)) > 60;
  const scale = wide ? squeezed : (net) => net;
  const [low, high] = [Math.min(...nets), Math.max(...nets)];
  const room = (scale(high) - scale(low) || 1) * 0.04;
  const across = WIDTH - LEFT - RIGHT;
  const x = (net) => fixed(LEFT + (across * (scale(net) - scale(low) + room)) / (scale(high) - scale(low) + 2 * room || 1));
  const least = Math.floor(Math.log10(Math.min(...points.concat(approved).map(([, share]) => share))));
  const y = (share) => fixed(HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (Math.log10(share) - least)) / -least);
  const svg = frame(`The net result takes ${points.length} values from ${plain(low)} to ${plain(high)} units.`);
  const step = Math.max(1, Math.ceil(-least / 5));
  const levels = [];
  for (let at = 0; at >= least; at -= step) levels.push([10 ** at, power(at)]);
  const marks = wide ? [-100, -10, -1, 0, 1, 10, 100, 1000, 10000].filter((at) => at >= low && at <= high) : ticks(low, high, 7);
  axes(svg, x, y, marks.map((at) => [at, plain(at)]), levels, "net, in units");
  const moved = JSON.stringify(points) !== JSON.stringify(approved);
  if (moved) {
    for (const [net, share] of approved) svg.append(el("circle", { class: "was", cx: x(net), cy: y(share), r: 3.5 }));
  }
  for (const [net, share] of points) {
    const kind = net < 0 ? "bad" : net > 0 ? "good" : "even";
    const tip = el("title", {}, `${plain(net)} units: ${(100 * share).toPrecision(4)} %`);
    svg.append(el("g", { class: `stem ${kind}` }, tip,
      el("line", { x1: x(net), x2: x(net), y1: HEIGHT - BOTTOM, y2: y(share) }), el("circle", { cx: x(net), cy: y(share), r: 2.5 })));
  }
  place.replaceChildren(svg);
}

export function drawCurve(place, curve) {
  const points = curve.points.filter((each) => each.returned !== null);
  if (points.length < 2) {
    place.replaceChildren(said(points.length ? "There is one value only." : "Needs an amount on the meter."));
    return;
  }
  const named = curve.axis.kind === "option" || curve.axis.kind === "rule";
  const values = points.map((each) => 100 * each.returned);
  const pad = (Math.max(...values) - Math.min(...values)) * 0.1 || 0.5;
  const [low, high] = [Math.min(...values) - pad, Math.max(...values) + pad];
  const [first, last] = [points[0].x, points.at(-1).x];
  const across = WIDTH - LEFT - RIGHT - (named ? 60 : 0);
  const x = (at) => fixed(LEFT + (named ? 30 : 0) + (across * (at - first)) / (last - first || 1));
  const y = (at) => fixed(HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (at - low)) / (high - low));
  const svg = frame(`The return runs from ${points[0].shown} at ${points[0].value} to ${points.at(-1).shown} at ${points.at(-1).value}.`);
  const marks = named ? points.map((each) => [each.x, short(each.value)]) : ticks(first, last, 6).map((at) => [at, curve.axis.kind === "meter" ? `$${plain(at)}` : plain(at)]);
  axes(svg, x, y, marks, ticks(low, high, 5).map((at) => [at, `${plain(at)} %`]), `return, by ${curve.axis.name}`);
  if (low < 100 && high > 100) svg.append(el("line", { class: "even", x1: LEFT, x2: WIDTH - RIGHT, y1: y(100), y2: y(100) }));
  if (!named) svg.append(el("polyline", { class: "line", points: points.map((each) => `${x(each.x)},${y(100 * each.returned)}`).join(" ") }));
  for (const each of points) {
    const kind = each.value === curve.here ? "here" : each.value === curve.approved ? "approved" : named ? "named" : "dot";
    const tip = el("title", {}, `${each.value}: ${each.shown}`);
    const r = kind === "here" ? 5.5 : kind === "dot" ? 2 : 4.5;
    svg.append(el("circle", { class: kind, cx: x(each.x), cy: y(100 * each.returned), r }, tip));
    if (kind === "here" || named) {
      const at = x(each.x);
      // Beside a line that rises the figure stands to the left, beside one that falls to the right.
      const rises = !named && values.at(-1) >= values[0];
      const end = at > WIDTH - 90 ? "end" : at < LEFT + 60 ? "start" : named ? "middle" : rises ? "end" : "start";
      const beside = named || (end === "start") === rises ? 0 : end === "end" ? -8 : 8;
      svg.append(el("text", { class: "label", x: at + beside, y: y(100 * each.returned) - 10, "text-anchor": end }, each.shown));
    }
  }
  place.replaceChildren(svg);
}

const short = (text) => (text.length > 14 ? `${text.slice(0, 13)}…` : text);

function said(text) {
  const made = document.createElement("p");
  made.className = "quiet nothing";
  made.textContent = text;
  return made;
}
