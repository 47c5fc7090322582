/** Moves the keyboard to something that is about to be drawn. */

/** A view is drawn within a few of them. */
const MOST_FRAMES = 60;

export function focusOnceDrawn(selector: string, frames = MOST_FRAMES): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) element.focus();
  else if (frames > 0) requestAnimationFrame(() => focusOnceDrawn(selector, frames - 1));
}
