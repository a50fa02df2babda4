// Asking the server: JSON in and out, the command's id, the token that shows that one of our own pages asks.

import { newId } from "./ids.js";

export class Refusal extends Error {
  constructor(status, data) {
    super(data.message || `The server answered ${status}.`);
    this.status = status;
    this.code = data.error || "error";
    this.clause = data.clause || "";
    this.remedy = data.remedy || "";
  }
}

const token = () => {
  const found = document.cookie.split("; ").find((part) => part.startsWith("houseway_csrf="));
  return found ? decodeURIComponent(found.slice("houseway_csrf=".length)) : "";
};

class Unreachable extends Refusal {
  constructor() {
    super(0, { error: "unreachable", message: "The card room cannot be reached", remedy: "try again in a moment" });
  }
}

async function reach(url, options) {
  try {
    return await fetch(url, { credentials: "same-origin", ...options });
  } catch {
    throw new Unreachable();
  }
}

async function ask(url, options) {
  return read(await reach(url, options));
}

async function read(answer) {
  const text = await answer.text().catch(() => {
    throw new Unreachable();
  });
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    data = { message: text };
  }
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

export const get = (url) => ask(url, { headers: { accept: "application/json" } });

// An answer that is a text.
export async function getText(url) {
  const answer = await reach(url, {});
  return answer.ok ? answer.text() : read(answer);
}

// A server that is away for a moment gets the same body with the same id again: it is done once, whatever was heard of it.
const WAITS = [250, 500, 1000, 2000, 4000, 4000, 4000, 4000];

const sending = () => ({ "content-type": "application/json", accept: "application/json", "x-csrf-token": token() });

export async function post(url, body = {}) {
  const text = JSON.stringify({ id: newId(), ...body });
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask(url, { method: "POST", headers: sending(), body: text });
    } catch (error) {
      if (!(error instanceof Unreachable) || tries >= WAITS.length) throw error;
      await new Promise((done) => setTimeout(done, WAITS[tries]));
    }
  }
}

// A file that is made of what is sent along, or of the address alone, saved as the server names it.
export async function saved(url, body = null) {
  const sent = body && { method: "POST", headers: { ...sending(), accept: "*/*" }, body: JSON.stringify({ id: newId(), ...body }) };
  const answer = await reach(url, sent ?? {});
  if (!answer.ok) return read(answer);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = (/filename="([^"]+)"/.exec(answer.headers.get("content-disposition")) || ["", "file"])[1];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return null;
}
