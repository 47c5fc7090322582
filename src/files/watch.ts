/** Watches files and folders. The number of watchers per user is limited, so callers must work without one too. */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

export interface Watching {
  close(): void;
}

/** How late a change is noticed without a watcher. */
const LOOK_AGAIN_MS = 500;

/** Null if the system gives no watcher; `onLost` is called if it takes this one back. The name may be unknown. */
export function tryToWatch(
  path: string,
  onChange: (name: string | null, event: 'rename' | 'change') => void,
  onLost: () => void = () => {},
): Watching | null {
  try {
    const watcher: FSWatcher = watch(path, { persistent: false }, (event, name) => onChange(name, event));
    watcher.on('error', () => {
      watcher.close();
      onLost();
    });
    return watcher;
  } catch {
    return null;
  }
}

/** Reports the names of the files of a folder that appear, change or go away. */
export function watchFolder(folder: string, onChange: (name: string) => void): Watching {
  let watching: Watching | null = null;
  const lookInstead = () => {
    watching = lookRegularly(folder, onChange);
  };
  watching = tryToWatch(folder, (name) => name !== null && onChange(name), lookInstead);
  if (watching === null) lookInstead();
  return { close: () => watching?.close() };
}

function lookRegularly(folder: string, onChange: (name: string) => void): Watching {
  let before = versionsIn(folder) ?? new Map<string, string>();
  const timer = setInterval(() => {
    const now = versionsIn(folder);
    if (!now) return;
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      if (before.get(name) !== now.get(name)) onChange(name);
    }
    before = now;
  }, LOOK_AGAIN_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Null if the folder cannot be read now, because too many files are open, say. */
function versionsIn(folder: string): Map<string, string> | null {
  const versions = new Map<string, string>();
  try {
    for (const name of readdirSync(folder)) {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      if (found) versions.set(name, `${found.ino} ${found.mtimeMs}`);
    }
  } catch {
    return null;
  }
  return versions;
}
