// A text in a link: packed small, in letters that an address may have.

const FORMAT = "deflate-raw";
const packs = typeof CompressionStream === "function" && typeof DecompressionStream === "function";

// Nothing where this browser cannot pack: the link is then one without the text.
export async function packed(text) {
  if (!packs || !text) return "";
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(FORMAT));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The text again; an error where there is none, or one of more than `most` letters.
export async function unpacked(words, most) {
  const letters = atob(words.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT)).pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > most) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}
