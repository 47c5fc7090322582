/** Presses the keys of a profile that interrupt or end a program. */
import type { Typing } from '../profiles/profile.js';
import type { TerminalSession } from '../terminal/terminal-session.js';

/** What must happen around a key that is pressed on behalf of somebody else. */
interface Around {
  beforePressing(keys: string): Promise<void>;
  afterPressing(keys: string): void;
}

const BETWEEN_PRESSES_MS = 100;

export function programKeys(
  terminal: TerminalSession,
  { interrupt, exit }: Pick<Typing, 'interrupt' | 'exit'>,
  around: Around | null = null,
) {
  let isRunning = true;
  void terminal.exited.then(() => {
    isRunning = false;
  });
  const press = async (keys: string | null) => {
    if (keys === null || !isRunning) return false;
    await around?.beforePressing(keys);
    for (const [index, key] of pressesOf(keys).entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_PRESSES_MS));
      if (isRunning) await terminal.write(Buffer.from(key));
    }
    around?.afterPressing(keys);
    return true;
  };
  return {
    get isRunning() {
      return isRunning;
    },
    interrupt: () => press(interrupt),
    exit: async () => {
      await press(exit);
    },
  };
}

/** Sends control keys one by one, because programs read several Escapes at once as another key. */
function pressesOf(keys: string): string[] {
  return /^[\x01-\x1b]+$/.test(keys) ? [...keys] : [keys];
}
