/** Who is alive, and where: one small file per live agent, removed only by its owner. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAgentId, isSessionAddress, splitAddress } from '../ids.js';
import { agentPaths, agentsDir, ensureHomeDir, ensurePrivateDir, liveDir, liveFile } from '../paths.js';
import { isSameProcess } from '../processes.js';
import { removeDoorFolder } from './door-folders.js';
import {
  type AgentDefinition,
  type KnownAgent,
  type LiveEntry,
  parseDefinition,
  parseLiveEntry,
  terminalsOf,
} from './entry.js';
import { isHostUnreadable, readRemoteAgent } from './hosts/hosts.js';
import { removeSpoolFolder } from './spool-folder.js';
import { namesIn, readIfThere, removeIfThere, writeWhole } from './whole-files.js';

export interface RegistryProblem {
  readonly file: string;
  readonly reason: string;
}

export class Registry {
  readonly #problems = new Map<string, string>();

  /** Where pids prove nothing, because a sandbox has its own, the caller knows otherwise who lives. */
  constructor(
    readonly home: string,
    private readonly isAlive: (entry: LiveEntry) => boolean = isSameProcess,
  ) {}

  /** Every agent that can be addressed, sorted by id: running, dead, or stopped with a permanent address. */
  list(): KnownAgent[] {
    const known = new Map<string, KnownAgent>();
    for (const id of this.#liveIds()) {
      const agent = this.get(id);
      if (agent) known.set(id, agent);
    }
    for (const id of this.#definedIds()) {
      // Earlier versions gave the second session of an agent an address of its own.
      if (known.has(id) || isSessionAddress(id)) continue;
      const agent = this.get(id);
      if (agent) known.set(id, agent);
    }
    return [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The entries as they are on disk, including those of daemons that have died. */
  entries(): LiveEntry[] {
    return this.#liveIds().flatMap((id) => this.live(id) ?? []);
  }

  /** Whether there are entries, but nobody seems to live. */
  isDeserted(): boolean {
    const ids = this.#liveIds();
    const lives = (id: string) => {
      const live = this.live(id);
      return live !== null && this.isAlive(live);
    };
    return ids.length > 0 && !ids.some(lives);
  }

  get(id: string): KnownAgent | null {
    if (!isAgentId(id)) return readRemoteAgent(this.home, id);
    const live = this.live(id);
    if (live) return { ...pick(live), status: this.isAlive(live) ? live.status : 'dead', live };
    const definition = this.definition(id);
    if (!definition) return null;
    if (definition.lasting) return { ...pick(definition), status: 'stopped', live: null };
    // A port-based address ends with its agent. If that end was not recorded, the entry was lost or damaged.
    return definition.endedAt === null ? { ...pick(definition), status: 'dead', live: null } : null;
  }

  live(id: string): LiveEntry | null {
    return this.#read(liveFile(this.home, id), (text) => parseLiveEntry(text, id));
  }

  definition(id: string): AgentDefinition | null {
    return this.#read(agentPaths(this.home, id).definition, (text) => parseDefinition(text, id));
  }

  /** Whether there is a file about this agent that cannot be read. */
  isUnreadable(id: string): boolean {
    const address = splitAddress(id);
    if (address) return isHostUnreadable(this.home, address.host);
    // The holder of a token has no files.
    if (!isAgentId(id)) return false;
    const files = [liveFile(this.home, id), agentPaths(this.home, id).definition];
    return this.get(id) === null && files.some((file) => this.#problems.has(file) && existsSync(file));
  }

  define(definition: AgentDefinition): void {
    const paths = agentPaths(this.home, definition.id);
    ensurePrivateDir(paths.dir);
    writeWhole(paths.definition, `${JSON.stringify(definition, null, 2)}\n`, { durable: true });
  }

  /** Records that a port-based address has ended. On a full disk, removes its definition instead. */
  endAddress(id: string, at: number): void {
    const definition = this.definition(id);
    if (!definition || definition.lasting || definition.endedAt !== null) return;
    try {
      this.define({ ...definition, endedAt: at });
    } catch {
      removeIfThere(agentPaths(this.home, id).definition);
    }
  }

  publish(entry: LiveEntry): void {
    writeWhole(liveFile(this.home, entry.id), `${JSON.stringify(entry)}\n`);
  }

  /** Removes the entry only if it belongs to this daemon, not to its successor. */
  withdraw(entry: Pick<LiveEntry, 'id' | 'instance'>): void {
    const found = this.live(entry.id);
    if (found && found.instance === entry.instance) removeIfThere(liveFile(this.home, entry.id));
  }

  /** Removes what a killed daemon left behind, after checking that it is really gone. */
  removeDead(id: string): boolean {
    const found = this.live(id);
    if (!found || this.isAlive(found)) return false;
    removeIfThere(liveFile(this.home, id));
    removeIfThere(found.socket);
    for (const { spool, instance } of terminalsOf(found)) {
      removeSpoolFolder(spool);
      removeDoorFolder(this.home, id, instance);
    }
    this.#removeHalfWritten(`${id}.json.${found.pid}.`);
    return true;
  }

  /** Removes what killed daemons left half written. Only the daemon that holds the store of this id calls it. */
  removeHalfWritten(id: string): void {
    this.#removeHalfWritten(`${id}.json.`);
  }

  /** Files that could not be read, with the reason. They never break a listing. */
  problems(): RegistryProblem[] {
    this.#problems.clear();
    this.list();
    return [...this.#problems].map(([file, reason]) => ({ file, reason }));
  }

  #removeHalfWritten(beginning: string): void {
    const names = namesIn(liveDir(this.home)).filter((name) => name.startsWith(beginning) && name.endsWith('.tmp'));
    for (const name of names) removeIfThere(join(liveDir(this.home), name));
  }

  #read<T>(file: string, parse: (text: string) => T): T | null {
    try {
      const text = readIfThere(file);
      return text === null ? null : parse(text);
    } catch (error) {
      this.#problems.set(file, (error as Error).message);
      return null;
    }
  }

  #liveIds(): string[] {
    return namesIn(liveDir(this.home))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter(isAgentId);
  }

  #definedIds(): string[] {
    return namesIn(agentsDir(this.home)).filter(isAgentId);
  }
}

export function ensureHome(home: string): void {
  ensureHomeDir(home);
  for (const dir of [agentsDir(home), liveDir(home), join(home, 'run')]) ensurePrivateDir(dir);
}

function pick(agent: LiveEntry | AgentDefinition): Omit<KnownAgent, 'status' | 'live'> {
  const { id, type, name, role, kind, lasting, storeId, project, cwd } = agent;
  return { id, type, name, role, kind, lasting, storeId, project, cwd };
}
