/** The front door of Claude Code: an inbox that it opens when it is told to, for messages from other sessions. */
import { join } from 'node:path';
import { configFolder } from '../claude/claude-files.js';
import { removeAll, startWith, takesInbox } from '../claude/start/start.js';
import type { FrontDoor } from '../front-door.js';
import { PATIENCE, type Patience, SocketDoor } from './socket-door.js';

export const claudeSocket = claudeSocketWith(PATIENCE);

export function claudeSocketWith(patience: Patience): FrontDoor {
  return {
    name: 'claude-socket',
    async prepare(facts) {
      if (!takesInbox(facts)) return null;
      const { dir, env, cwd } = facts;
      const inbox = join(dir, 'inbox.sock');
      const notices = join(dir, 'notices.sock');
      const spool = join(dir, 'hooks');
      const startedAt = Date.now();
      let door: SocketDoor | undefined;
      return {
        command: startWith(facts, { inbox, spool }),
        env,
        open(terminal) {
          door = new SocketDoor(
            { inbox, notices, spool, config: configFolder(env), cwd, startedAt, ...patience },
            terminal,
          );
          return door;
        },
        async close() {
          await door?.close();
          removeAll([inbox, notices, spool, join(dir, 'claude-settings.json')]);
        },
      };
    },
  };
}
