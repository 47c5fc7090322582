/** The other hosts. The stream does not tell of them, so they are asked for: seldom, and often while somebody looks at them. */
import { effect, signal } from '@preact/signals';
import type { LinkedHost } from '../../a2a/web/things.js';
import { call } from './call.js';
import { place, VIEWS, type View } from './place.js';
import { isClosed } from './session.js';
import { connections } from './world.js';

export const hosts = signal<readonly LinkedHost[]>([]);
export const hostsError = signal<string | null>(null);

const OFTEN_MS = 2_000;
const SELDOM_MS = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let run = 0;

/** Without other hosts there is nothing to look at. */
export function shownViews(): readonly View[] {
  return VIEWS.filter((view) => view !== 'hosts' || hosts.value.length > 0 || place.value.view === 'hosts');
}

export function watchHosts(): void {
  effect(() => {
    connections.value;
    void look(place.value.view === 'hosts' ? OFTEN_MS : SELDOM_MS);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void look(place.peek().view === 'hosts' ? OFTEN_MS : SELDOM_MS);
  });
}

async function look(againMs: number): Promise<void> {
  run += 1;
  const looking = run;
  clearTimeout(timer);
  if (document.hidden || isClosed.peek()) return;
  try {
    const found = await call('GET /page/hosts');
    if (looking === run) [hosts.value, hostsError.value] = [found.hosts, null];
  } catch (error) {
    if (looking === run) hostsError.value = (error as Error).message;
  }
  if (looking === run) timer = setTimeout(() => void look(againMs), againMs);
}
