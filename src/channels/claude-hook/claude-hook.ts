/** Hooks as a door, for versions of Claude Code without an inbox: they report what it does, and take mail between two tool calls. */
import { join } from 'node:path';
import { configFolder } from '../claude/claude-files.js';
import { removeAll, startWith, takesHooksAlone } from '../claude/start/start.js';
import type { FrontDoor } from '../front-door.js';
import { HookDoor } from './hook-door.js';
import { Slot } from './slot.js';

export const claudeHook: FrontDoor = {
  name: 'claude-hook',
  async prepare(facts) {
    if (!takesHooksAlone(facts)) return null;
    const { dir, env, cwd } = facts;
    const spool = join(dir, 'hooks');
    const mail = join(dir, 'mail');
    const slot = new Slot(mail);
    const startedAt = Date.now();
    let door: HookDoor | undefined;
    return {
      command: startWith(facts, { spool, afterTool: slot.takeCommand }),
      env,
      open(terminal) {
        door = new HookDoor({ slot, spool, config: configFolder(env), cwd, startedAt }, terminal);
        return door;
      },
      async close() {
        await door?.close();
        removeAll([mail, spool, join(dir, 'claude-settings.json')]);
      },
    };
  },
};
