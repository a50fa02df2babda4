// The state of the page as its link: a query string in the words of the terminal.

const SINGLE = ["game", "edition", "wager", "paytable", "strategy", "case"];
const SEVERAL = ["option", "pay", "meter", "rule"];

const encoded = (text) => encodeURIComponent(text).replace(/%(2F|3D|3A|24|2C)/g, (each) => decodeURIComponent(each));

export class State {
  constructor(query) {
    this.load(query);
  }

  load(query) {
    const given = new URLSearchParams(query);
    this.single = new Map(SINGLE.map((name) => [name, given.get(name) || ""]));
    this.several = new Map(
      SEVERAL.map((name) => [
        name,
        new Map(
          given.getAll(name).map((word) => {
            const at = word.indexOf("=");
            return [word.slice(0, at), word.slice(at + 1)];
          }),
        ),
      ]),
    );
  }

  // A field is a name alone, or a name and a key: `game`, `pay:WAGER/ROW`.
  get(field) {
    const [name, key] = parts(field);
    return key === null ? this.single.get(name) : (this.several.get(name).get(key) ?? "");
  }

  set(field, value) {
    const [name, key] = parts(field);
    if (key === null) this.single.set(name, value);
    else if (value === "") this.several.get(name).delete(key);
    else this.several.get(name).set(key, value);
  }

  clear() {
    for (const each of this.several.values()) each.clear();
  }

  // Forgets those of some kinds: the pays, the rules.
  forget(kinds) {
    for (const kind of kinds) this.several.get(kind).clear();
  }

  query() {
    const words = [];
    for (const [name, value] of this.single) if (value) words.push(`${name}=${encoded(value)}`);
    for (const [name, values] of this.several) {
      for (const [key, value] of values) words.push(`${name}=${encoded(`${key}=${value}`)}`);
    }
    return words.join("&");
  }
}

function parts(field) {
  const at = field.indexOf(":");
  return at < 0 ? [field, null] : [field.slice(0, at), field.slice(at + 1)];
}
