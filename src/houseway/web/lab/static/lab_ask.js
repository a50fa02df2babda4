// Asking the Lab: of the questions of one kind the newest wins, and one is under way at a time.

import { get } from "../service/http.js";
import { newId } from "../service/ids.js";

const PAGE = newId().slice(0, 12);

export class Asker {
  // `address` is that of one of the Lab's questions; `told` hears the answer, `failed` why there is none.
  constructor(address, told, failed) {
    this.address = address;
    this.kind = address.split("/").at(-1);
    this.told = told;
    this.failed = failed;
    this.under = false;
    this.next = null;
  }

  ask(query) {
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
        this.told(answer, query, this.next === null);
      } catch (error) {
        if (error.code !== "newer-question" && this.next === null) this.failed(error);
      }
    }
    this.under = false;
  }
}
