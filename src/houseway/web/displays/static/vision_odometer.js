// An amount that runs: from what stands there towards what was committed, and never past it.

const LEAST = 900;
const MOST = 6000;
const PER_CENT = 45;

export class Odometer {
  constructor(cents) {
    this.from = this.to = cents;
    this.began = 0;
    this.lasts = 0;
  }

  // The committed amount is now `cents`. A rise is run up to; a fall, a hit (`jump`) or a still amount stands at once.
  set(cents, now, jump = false) {
    if (cents === this.to && !jump) return;
    const shown = this.at(now);
    this.to = cents;
    if (jump || cents <= shown) {
      this.from = cents;
      this.lasts = 0;
      return;
    }
    this.from = shown;
    this.began = now;
    this.lasts = Math.min(MOST, Math.max(LEAST, (cents - shown) * PER_CENT));
  }

  // What stands there at `now`, in cents and parts of one while it runs.
  at(now) {
    const part = this.lasts ? Math.max(0, (now - this.began) / this.lasts) : 1;
    if (part >= 1) return this.to;
    const eased = 1 - (1 - part) * (1 - part);
    return Math.min(this.to, this.from + (this.to - this.from) * eased);
  }

  // Whether it still runs. What stands there decides: a hair before its time it is rounded to the committed amount.
  moving(now) {
    return this.at(now) !== this.to;
  }
}

// Cents as people write them. An amount that moves always has its cents.
export function money(cents, always = false) {
  const whole = Math.floor(cents / 100);
  const part = Math.floor(cents) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
  return part || always ? `$${grouped}.${String(part).padStart(2, "0")}` : `$${grouped}`;
}

// Where each drum stands for an amount, lowest digit first: a drum turns only while all below it pass from 9 to 0.
export function drums(cents, count) {
  const places = [];
  let lower = 0;
  for (let place = 0, unit = 1; place < count; place += 1, unit *= 10) {
    const digit = Math.floor(cents / unit) % 10;
    if (place === 0) lower = cents - Math.floor(cents);
    else lower = places[place - 1] >= 9 ? places[place - 1] - 9 : 0;
    places.push(digit + lower);
  }
  return places;
}

const REEL = "01234567890";

// The figures of an amount on a page: drums for one that moves, plain letters for one that does not.
export class Figures {
  constructor(place) {
    this.place = place;
    this.shape = "";
    this.reels = [];
  }

  // Show an amount; whether it takes another room than before.
  show(cents, moves) {
    const text = money(cents, moves);
    const shape = text.replace(/\d/g, "0");
    const other = shape !== this.shape;
    this.shape = shape;
    if (!moves) {
      if (this.place.textContent !== text) this.place.textContent = text;
      return other;
    }
    if (other) this.build(shape);
    drums(cents, this.reels.length).forEach((at, index) => {
      const reel = this.reels[index];
      const moved = `translateY(${(-at * 100) / REEL.length}%)`;
      if (reel.style.transform !== moved) reel.style.transform = moved;
    });
    return other;
  }

  // How wide it is, in digits.
  get width() {
    const marks = (this.shape.match(/[,.]/g) || []).length;
    return this.shape.length - 0.6 * marks;
  }

  build(shape) {
    this.reels = [];
    this.place.replaceChildren(
      ...[...shape].map((letter) => {
        const box = document.createElement("span");
        if (letter !== "0") {
          box.className = letter === "$" ? "sign-of-money" : "mark";
          box.textContent = letter;
          return box;
        }
        box.className = "drum";
        const reel = document.createElement("span");
        reel.className = "reel";
        for (const digit of REEL) {
          const cell = document.createElement("span");
          cell.textContent = digit;
          reel.append(cell);
        }
        box.append(reel);
        this.reels.unshift(reel);
        return box;
      }),
    );
  }
}
