/**
 * How hooks report to us: each leaves its event as a file in a private folder. That takes a shell and two small
 * programs, where anything that talks to a socket would cost the agent far more at every tool call.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryToWatch, type Watching } from '../../../files/watch.js';
import { beginningOf } from '../pieces.js';
import type { HookCommands } from '../start/settings.js';
import { type HookEvent, readHookEvent } from './hook-event.js';

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'Notification',
  'SessionEnd',
];
const REPORT = '.hook';
/** The output of a tool can be long, and is not needed. */
const MOST_BYTES = 2 ** 20;

/** `afterTool` is a shell command to run after each tool call, when `$f.t` holds the event. */
export function hookCommands(folder: string, afterTool = ''): HookCommands {
  return Object.fromEntries(
    EVENTS.map((event) => [event, reportCommand(folder, event === 'PostToolUse' ? afterTool : '')]),
  );
}

/** Ends with 0 whatever happens: 2 would mean that the agent may not go on, and a shell ends with that by itself. */
function reportCommand(folder: string, also: string): string {
  return `f=${quoted(folder)}/$$; { cat >"$f.t" && { ${also}mv "$f.t" "$f${REPORT}"; }; } 2>/dev/null; exit 0`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export class HookSpool {
  readonly #folder: string;
  readonly #watching: Watching | null;

  constructor(folder: string, onChange: () => void) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#watching = tryToWatch(folder, onChange);
  }

  /** Takes what was reported since the last time, oldest first. */
  take(): HookEvent[] {
    const found = namesIn(this.#folder).flatMap((name) => {
      if (!name.endsWith(REPORT)) return [];
      const event = takeEvent(join(this.#folder, name));
      return event ? [event] : [];
    });
    return found.sort((a, b) => a.at - b.at);
  }

  close(): void {
    this.#watching?.close();
  }
}

function takeEvent(file: string): HookEvent | null {
  try {
    const { text, changedAt } = beginningOf(file, MOST_BYTES);
    return readHookEvent(text, changedAt);
  } catch {
    return null;
  } finally {
    rmSync(file, { recursive: true, force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
