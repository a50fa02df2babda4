// Asking the Lab: of the questions of one kind the newest wins, and one is under way at a time.

import { get } from "../service/http.js";
import { newId } from "../service/ids.js";

const PAGE = newId().slice(0, 12);
const AGAIN = [1000, 2000, 4000, 8000]; // milliseconds until what could not be asked is asked again
const PASSES = new Set(["unreachable", "too-often", "worker-fault"]);

export class Asker {
  // `address` is that of one of the Lab's questions; `told` hears the answer, `failed` why there is none.
  constructor(address, told, failed) {
    this.address = address;
    this.kind = address.split("/").at(-1);
    this.told = told;
    this.failed = failed;
    this.under = false;
    this.next = null;
    this.tries = 0;
    this.waiting = 0;
  }

  ask(query) {
    this.tries = 0;
    this.#ask(query);
  }

  #ask(query) {
    clearTimeout(this.waiting);
    this.next = query;
    if (!this.under) this.#go();
  }

  async #go() {
    this.under = true;
    while (this.next !== null) {
      const query = this.next;
      this.next = null;
      try {
        const answer = await get(`${this.address}?${query}&page=${PAGE}-${this.kind}`);
        this.tries = 0;
        this.told(answer, query, this.next === null);
      } catch (error) {
        if (error.code === "newer-question" || this.next !== null) continue;
        if (error.code === "unreachable") error.remedy = "it is asked again by itself";
        this.failed(error);
        if (PASSES.has(error.code)) this.#again(query);
      }
    }
    this.under = false;
  }

  // A server that is away, or has too much to do, is asked again, less and less often.
  #again(query) {
    const wait = AGAIN[Math.min(this.tries, AGAIN.length - 1)];
    this.tries += 1;
    this.waiting = setTimeout(() => this.#ask(query), wait);
  }
}
