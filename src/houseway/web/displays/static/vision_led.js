// A sign of running letters: a text drawn small, each of its points a light.

const ROWS = 22;
const COLUMN = 34; // milliseconds a column
const PAGE = 4000;
const GAP = 18; // columns between the end of the text and its beginning

export class Led {
  constructor(canvas, still) {
    this.canvas = canvas;
    this.still = still;
    this.parts = [];
    this.key = "";
    this.columns = [];
    this.resize();
  }

  // What runs over the sign: parts of text, each with the colour of its lights.
  set(parts) {
    const key = JSON.stringify(parts);
    if (key === this.key) return;
    this.key = key;
    this.parts = parts;
    this.columns = parts.flatMap(({ text, colour }, index) => columnsOf(index ? `   ${text}` : text).map((column) => ({ ...column, colour })));
    this.began = performance.now();
    this.paginate();
  }

  // Where nothing may move the text stands in pages, none of which breaks a word.
  paginate() {
    this.pages = [0];
    let word = 0;
    this.columns.forEach(({ first }, place) => {
      if (place - this.pages.at(-1) >= this.across) this.pages.push(word > this.pages.at(-1) ? word : place);
      if (first) word = place;
    });
  }

  resize() {
    const scale = Math.min(2, window.devicePixelRatio || 1);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = Math.max(1, Math.round(width * scale));
    this.canvas.height = Math.max(1, Math.round(height * scale));
    this.pitch = Math.max(2, Math.floor(this.canvas.height / ROWS));
    this.across = Math.floor(this.canvas.width / this.pitch);
    // The lights fill the sign; the letters stand in the middle of its rows.
    this.high = Math.max(ROWS, Math.floor(this.canvas.height / this.pitch));
    this.left = Math.floor((this.canvas.width - this.across * this.pitch) / 2);
    this.top = Math.floor((this.canvas.height - this.high * this.pitch) / 2);
    this.lower = Math.floor((this.high - ROWS) / 2);
    this.dark = lamp(this.pitch, "#26160f", 0);
    this.lamps = new Map();
    this.last = -1;
    this.back = document.createElement("canvas");
    this.back.width = this.canvas.width;
    this.back.height = this.canvas.height;
    const context = this.back.getContext("2d");
    for (let x = 0; x < this.across; x += 1) {
      for (let y = 0; y < this.high; y += 1) context.drawImage(this.dark, this.left + x * this.pitch, this.top + y * this.pitch);
    }
    this.paginate();
  }

  lamp(colour) {
    let found = this.lamps.get(colour);
    if (!found) {
      found = lamp(this.pitch, colour, this.pitch * 0.45);
      this.lamps.set(colour, found);
    }
    return found;
  }

  // Draw the sign as it stands at `now`; nothing is drawn where nothing moved.
  draw(now) {
    const all = this.columns.length;
    if (!all) return;
    let start;
    if (all <= this.across) start = 0;
    else if (this.still) start = this.pages[Math.floor((now - this.began) / PAGE) % this.pages.length];
    else start = Math.floor((now - this.began) / COLUMN) % (all + GAP);
    if (start === this.last && this.drawn === this.key) return;
    this.last = start;
    this.drawn = this.key;
    const context = this.canvas.getContext("2d");
    context.globalCompositeOperation = "source-over";
    context.fillStyle = "#0b0705";
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.back, 0, 0);
    const shift = all <= this.across ? Math.floor((this.across - all) / 2) : 0;
    const end = this.still && all > this.across ? this.pages.find((page) => page > start) ?? all : Infinity;
    for (let x = 0; x < this.across; x += 1) {
      let place = start + x;
      if (place >= end) break;
      if (!this.still && all > this.across) place %= all + GAP;
      const column = this.columns[place];
      if (!column) continue;
      const light = this.lamp(column.colour);
      const half = (light.width - this.pitch) / 2;
      for (let y = 0; y < ROWS; y += 1) {
        if (column.rows & (1 << y)) context.drawImage(light, this.left + (x + shift) * this.pitch - half, this.top + (y + this.lower) * this.pitch - half);
      }
    }
  }
}

function lamp(pitch, colour, glow) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil(pitch + 2 * glow);
  const context = canvas.getContext("2d");
  const middle = canvas.width / 2;
  if (glow) {
    const light = context.createRadialGradient(middle, middle, pitch * 0.2, middle, middle, middle);
    light.addColorStop(0, colour);
    light.addColorStop(1, "transparent");
    context.globalAlpha = 0.35;
    context.fillStyle = light;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = 1;
  }
  context.fillStyle = colour;
  context.beginPath();
  context.arc(middle, middle, pitch * 0.37, 0, 2 * Math.PI);
  context.fill();
  return canvas;
}

// The text in points: one number a column, one bit a row; the first column of each word is marked.
function columnsOf(text) {
  const found = [];
  // Piece by piece: a long text would need a canvas wider than there are.
  for (const word of text.split(/(?<= )/)) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const face = `bold 19px "Liberation Sans", Arial, Helvetica, sans-serif`;
    context.font = face;
    canvas.width = Math.max(1, Math.ceil(context.measureText(word).width));
    canvas.height = ROWS;
    context.font = face;
    context.fillText(word, 0, 17);
    const points = context.getImageData(0, 0, canvas.width, ROWS).data;
    for (let x = 0; x < canvas.width; x += 1) {
      let rows = 0;
      for (let y = 0; y < ROWS; y += 1) if (points[(y * canvas.width + x) * 4 + 3] > 110) rows |= 1 << y;
      found.push({ rows, first: x === 0 });
    }
  }
  return found;
}
