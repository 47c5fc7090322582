/** What every part of one agent's daemon shares. */
import type { Clock } from '../clock.js';
import type { Language } from '../i18n.js';
import type { Log } from '../log.js';
import type { Registry } from '../registry/registry.js';
import type { TaskStore } from '../taskstore/store.js';
import type { Party } from '../taskstore/task.js';
import type { EventHub } from './events.js';

export interface DaemonContext {
  readonly self: Party;
  /** The project that its sessions are in; null if it is in none. */
  readonly project: string | null;
  readonly home: string;
  /** The environment of the daemon, not of its program. */
  readonly env: NodeJS.ProcessEnv;
  /** The language of its program, which its terminal and its tools speak. */
  readonly language: Language;
  /** The caller key that this agent shows to other daemons. */
  readonly key: string;
  readonly store: TaskStore;
  readonly registry: Registry;
  readonly events: EventHub;
  readonly clock: Clock;
  readonly log: Log;
}
