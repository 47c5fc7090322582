/** Claims an address by the lock on its store. A port-based address never passes to another program with its mail. */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import type { Clock } from '../../clock.js';
import { fail, SynapseError } from '../../errors.js';
import { agentPaths, ensurePrivateDir } from '../../paths.js';
import { newSecret } from '../../random-ids.js';
import type { AgentDefinition } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { writeWhole } from '../../registry/whole-files.js';
import type { Message } from '../../taskstore/message.js';
import { TaskStore } from '../../taskstore/store.js';

export interface Claim {
  readonly store: TaskStore;
  readonly key: string;
  /** Open mail of the program that had this address before; its senders are told that it is gone. */
  readonly replacedMail: readonly Message[];
}

export type Claimant = Pick<AgentDefinition, 'id' | 'type' | 'lasting' | 'cwd' | 'command'> & {
  /** The profile says which program it is; without that the command does. */
  readonly isOfProfile: boolean;
};

const MOST_REPLACED_MAIL = 10_000;

export function claimAddress(registry: Registry, claimant: Claimant, clock: Clock): Claim {
  const paths = agentPaths(registry.home, claimant.id);
  ensurePrivateDir(paths.dir);
  let store = openStore(registry, claimant.id, clock);
  let replacedMail: readonly Message[] = [];
  const before = registry.definition(claimant.id);
  if (!claimant.lasting && before && !isSameProgram(before, claimant)) {
    replacedMail = store.unread(MOST_REPLACED_MAIL);
    void store.close();
    renameSync(paths.dir, `${paths.dir}~${clock.now()}`);
    ensurePrivateDir(paths.dir);
    store = openStore(registry, claimant.id, clock);
  }
  return { store, key: keyOf(paths.key, claimant.id), replacedMail };
}

function openStore(registry: Registry, id: string, clock: Clock): TaskStore {
  try {
    return TaskStore.open({ path: agentPaths(registry.home, id).store, agent: id, clock });
  } catch (error) {
    if (!(error instanceof SynapseError) || error.code !== 'store_in_use') throw error;
    throw fail('agent_already_running', { agent: id, pid: registry.live(id)?.pid ?? 'unknown' });
  }
}

/** True for the same profile in the same folder, whatever its arguments. */
export function isSameProgram(before: AgentDefinition, now: Omit<Claimant, 'id' | 'lasting'>): boolean {
  if (before.type !== now.type || before.cwd !== now.cwd) return false;
  return now.isOfProfile || JSON.stringify(before.command) === JSON.stringify(now.command);
}

/** `<agent id>.<secret>`, so that any daemon finds the one file to compare with by the id in front. */
function keyOf(file: string, id: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const key = `${id}.${newSecret()}`;
  writeWhole(file, `${key}\n`, { durable: true });
  return key;
}
