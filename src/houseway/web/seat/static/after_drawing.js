// What nobody looks at waits until the page has been drawn, in a task of its own: it holds up no card on its way.

export function afterDrawing(work) {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}

// The same for work that is done once, however often it is asked for meanwhile.
export function once(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    afterDrawing(() => {
      asked = false;
      work();
    });
  };
}
