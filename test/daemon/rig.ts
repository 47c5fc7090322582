/** What one part of a daemon needs: a real store and registry in a temporary folder, and a clock that only the test moves. */
import { join } from 'node:path';
import type { DaemonContext } from '../../src/daemon/context.js';
import { EventHub } from '../../src/daemon/events.js';
import { Log } from '../../src/log.js';
import { ensureHome, Registry } from '../../src/registry/registry.js';
import { handClock, openStore, tempDir } from '../taskstore/rig.js';

export const SELF = { id: 'worker-a', type: 'shell', endpoint: 'http://localhost:8150' };

export function daemonContext(parts: Partial<DaemonContext> = {}): DaemonContext {
  const home = join(tempDir(), 'home');
  ensureHome(home);
  const clock = parts.clock ?? handClock();
  const log = parts.log ?? new Log(join(home, 'daemon.log'));
  return {
    self: SELF,
    project: null,
    home,
    env: {},
    language: 'en',
    key: `${SELF.id}.secret`,
    store: parts.store ?? openStore({ clock }),
    registry: new Registry(home),
    events: new EventHub(log),
    clock,
    log,
    ...parts,
  };
}
