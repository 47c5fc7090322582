/** A person who looks at the agent in a terminal of a given size. */
import { Person } from '../../rig/home/person.js';
import type { Trial } from './trial.js';

interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** With slack for a machine that has other things to do. */
const SEEN_LIMIT_MS = 90_000;

interface Viewer {
  resize(size: Size): void;
  close(): Promise<void>;
}

export async function attachedAt(trial: Trial, size: Size): Promise<Viewer> {
  const person = new Person(trial.home, ['attach', trial.name], size);
  const isSeen = () => person.screen.trim() !== '';
  if (!(await trial.until(isSeen, SEEN_LIMIT_MS))) trial.notes.push('nothing was seen by the viewer');
  // In a very small one, nobody can tell.
  await trial.until(async () => (await trial.status()).status === 'ready', 15_000);
  return {
    resize: ({ cols, rows }) => person.resize(cols, rows),
    async close() {
      person.kill('SIGTERM');
      await person.ended;
    },
  };
}
