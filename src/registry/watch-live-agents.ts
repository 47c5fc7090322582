/** Reports when an agent appears, changes or goes away: by file events, or by polling if none are available. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { liveDir } from '../paths.js';
import { namesIn } from './whole-files.js';

/** A user can have only a limited number of watchers. Without one, a change is noticed a little later. */
const LOOK_AGAIN_MS = 500;
const SUFFIX = '.json';

export function watchLiveAgents(home: string, onChange: (id: string) => void): { close(): void } {
  const dir = liveDir(home);
  let closing = () => {};
  const fallBack = () => {
    closing = lookRegularly(dir, onChange);
  };
  try {
    const watcher: FSWatcher = watch(dir, { persistent: false }, (_event, name) => {
      if (name?.endsWith(SUFFIX)) onChange(name.slice(0, -SUFFIX.length));
    });
    closing = () => watcher.close();
    watcher.on('error', () => {
      watcher.close();
      fallBack();
    });
  } catch {
    fallBack();
  }
  return { close: () => closing() };
}

function lookRegularly(dir: string, onChange: (id: string) => void): () => void {
  let before = versionsIn(dir) ?? new Map<string, string>();
  const timer = setInterval(() => {
    const now = versionsIn(dir);
    if (!now) return;
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      if (before.get(name) !== now.get(name)) onChange(name.slice(0, -SUFFIX.length));
    }
    before = now;
  }, LOOK_AGAIN_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Null if the folder cannot be read now, because too many files are open, say. */
function versionsIn(dir: string): Map<string, string> | null {
  const versions = new Map<string, string>();
  try {
    for (const name of namesIn(dir).filter((each) => each.endsWith(SUFFIX))) {
      const found = statSync(join(dir, name), { throwIfNoEntry: false });
      if (found) versions.set(name, `${found.ino} ${found.mtimeMs}`);
    }
  } catch {
    return null;
  }
  return versions;
}
