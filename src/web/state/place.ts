/** Where in the page somebody is: a view, and the thing that is open in it. It is the part of the address after `#`. */
import { computed, signal } from '@preact/signals';

export const VIEWS = ['now', 'agents', 'talk', 'work', 'messages', 'hosts'] as const;
export type View = (typeof VIEWS)[number];

interface Place {
  readonly view: View;
  readonly id: string | null;
}

const hash = signal(location.hash);
export const place = computed<Place>(() => readPlace(hash.value));

export function watchPlace(): void {
  addEventListener('hashchange', () => {
    hash.value = location.hash;
  });
  hash.value = location.hash;
}

export function addressOf(view: View, id: string | null = null): string {
  return id === null ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`;
}

export function go(view: View, id: string | null = null): void {
  location.hash = addressOf(view, id);
  // The browser tells of it later, but what is focused next must be drawn by then.
  hash.value = location.hash;
}

function readPlace(text: string): Place {
  const [, word = '', id = ''] = text.split('/');
  const view = VIEWS.find((each) => each === word) ?? 'now';
  return { view, id: id === '' ? null : decoded(id) };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
