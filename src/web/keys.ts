/** The keys of the page. Nothing is taken from somebody who writes, or from a terminal. */
import { signal } from '@preact/signals';
import { focusOnceDrawn } from './parts/focus.js';
import { shownViews } from './state/hosts.js';
import { go, place } from './state/place.js';

export const helpIsOpen = signal(false);
/** The view of an agent shows its needs, too. */
const FIRST_NEED = ['textarea', '.actions button', 'a'].map((each) => `.now .need ${each}`).join();
/** Counts the times that something new was asked for. */
export const newWanted = signal(0);

/** Returns what stops it. */
export function watchKeys(): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      leave();
      return;
    }
    if (isWriting(event.target)) return;
    if (press(event.key)) event.preventDefault();
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
}

function press(key: string): boolean {
  const view = shownViews()[Number(key) - 1];
  if (view) go(view);
  else if (key === '?') helpIsOpen.value = !helpIsOpen.value;
  else if (key === '/') search();
  else if (key === 'c') startNew();
  else if (key === 'n') firstNeed();
  else if (key === 'j' || key === 'k') return step(key === 'j' ? 1 : -1);
  else return false;
  return true;
}

/** Of a question whether one is sure, and of a form in which nothing would be lost. */
const LEAVES = '[data-leaves]';

function leave(): void {
  const active = document.activeElement;
  const form = document.querySelector<HTMLElement>(LEAVES);
  if (helpIsOpen.value) helpIsOpen.value = false;
  else if (isWriting(active)) (active as HTMLElement).blur();
  else if (form) form.click();
  else if (place.value.id !== null) go(place.value.view);
}

function startNew(): void {
  newWanted.value += 1;
  focusOnceDrawn('.write-box input, .form input');
}

function search(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (field) {
    field.focus();
    return;
  }
  go('messages');
  focusOnceDrawn('input[type="search"]');
}

function firstNeed(): void {
  go('now');
  focusOnceDrawn(FIRST_NEED);
}

/** To the next or previous thing in the list of the view. A list that draws only a part moves by itself. */
function step(by: number): boolean {
  const list = document.querySelector<HTMLElement>('[role="listbox"]');
  if (list) {
    list.focus();
    list.dispatchEvent(new KeyboardEvent('keydown', { key: by > 0 ? 'ArrowDown' : 'ArrowUp', bubbles: true }));
    return true;
  }
  const things = [...document.querySelectorAll<HTMLElement>('[data-step]')];
  const at = things.indexOf(document.activeElement as HTMLElement);
  const next = things[Math.min(things.length - 1, Math.max(0, at + by))];
  next?.focus();
  return next !== undefined;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.matches('input, textarea, select') || target.closest('.xterm') !== null)
  );
}
