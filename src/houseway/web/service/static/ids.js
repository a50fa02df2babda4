// Ids made by the browser: for commands, and for the tabs of a browser.

// `crypto.randomUUID` is there on secure pages only, and a pit's own network may be plain.
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
