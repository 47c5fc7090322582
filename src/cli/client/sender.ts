/** Finds out who is calling: the agent named with --from, the one that owns this terminal, or the person at the keyboard. */
import { userInfo } from 'node:os';
import { join } from 'node:path';
import * as spool from '../../a2a/spool-client.js';
import { fail, SynapseError } from '../../errors.js';
import { isAgentId, toAgentId } from '../../ids.js';
import { ensureHomeDir, synapseHome } from '../../paths.js';
import { ancestorsOf, isSameProcess } from '../../processes.js';
import { isRunning, type KnownAgent, type LiveEntry, type TerminalEntry, terminalsOf } from '../../registry/entry.js';
import { withoutOwnHost } from '../../registry/hosts/own-name.js';
import { refuseElsewhere } from '../../registry/hosts/resolve-remote.js';
import { Registry } from '../../registry/registry.js';
import { matching, notFound } from '../../registry/resolve-target.js';
import { readIfThere, writeWhole } from '../../registry/whole-files.js';
import { settings } from '../../settings/settings.js';
import { VERSION } from '../../version.js';
import { printNote } from '../print/stdio.js';

export interface Sender {
  readonly home: string;
  readonly registry: Registry;
  readonly entry: Caller;
}

/** The agent that runs this command, and in which of its terminals, if it runs in one. */
type Caller = LiveEntry & { readonly terminal?: string };

const HUMAN_START_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

export async function findSender(from: string | undefined): Promise<Sender> {
  const home = synapseHome();
  const registry = new Registry(home);
  const entry = from === undefined ? await self(home, registry) : await agentNamed(home, registry, from);
  if (entry.version !== VERSION) {
    printNote(`note: ${entry.id} runs Synapse ${entry.version}, but this is ${VERSION}; restart it to update it.`);
  }
  return { home, registry, entry };
}

/** The person at the keyboard, whoever runs the command. Their daemon is started if it does not run. */
export async function findPerson(): Promise<Sender> {
  const home = synapseHome();
  const registry = new Registry(home);
  return { home, registry, entry: await ensureHuman(home, registry, humanId(home)) };
}

/** The person with a daemon that runs again after it was killed. Null if it was stopped, or is that of a program. */
export async function personAgain(sender: Sender): Promise<Sender | null> {
  const { home, registry, entry } = sender;
  const known = registry.get(entry.id);
  if (entry.kind !== 'human' || !known?.live) return null;
  return { home, registry, entry: known.status === 'dead' ? await ensureHuman(home, registry, entry.id) : known.live };
}

/** Asking the system for the name of the user takes a while, so it is asked once per home and kept in a file. */
export function humanId(home: string): string {
  const named = process.env.SYNAPSE_HUMAN || settings().human;
  if (named) return toAgentId(named);
  const file = join(home, 'person');
  const known = readIfThere(file)?.trim();
  if (known && isAgentId(known)) return known;
  const id = toAgentId(userInfo().username);
  try {
    ensureHomeDir(home);
    writeWhole(file, `${id}\n`);
  } catch {
    // It is asked again next time. Whether the home can be used is found out by those who need it.
  }
  return id;
}

async function self(home: string, registry: Registry): Promise<Caller> {
  const own = await findOwnAgent(registry);
  if (own) return own;
  const person = humanId(home);
  const { SYNAPSE_AGENT_ID: id } = process.env;
  if (id) printNote(`note: SYNAPSE_AGENT_ID names ${id}, which is no longer running; acting as ${person}.`);
  return ensureHuman(home, registry, person);
}

/** The agent in whose terminal this runs: by the environment, or by the parent processes. */
export async function findOwnAgent(registry: Registry): Promise<Caller | null> {
  const { SYNAPSE_AGENT_ID: id, SYNAPSE_INSTANCE: instance } = process.env;
  const named = id ? registry.get(id) : null;
  if (named?.live && isOf(named.live, instance) && (isRunning(named) || (await isThere(named.live)))) return named.live;
  return enclosingAgent(registry);
}

/** Names the agent itself, as `status` does, or one of its terminals, as their environment does. */
function isOf(live: LiveEntry, instance: string | undefined): boolean {
  return live.instance === instance || terminalsOf(live).some((terminal) => terminal.instance === instance);
}

/** In a sandbox with pids of its own no daemon seems to live, so its socket decides, or, without sockets, the environment. */
async function isThere({ id, socket }: LiveEntry): Promise<boolean> {
  const found = await spool.probeSocket(socket);
  if (found === 'forbidden' && !process.env.SYNAPSE_SPOOL) throw fail('sockets_forbidden', { agent: id });
  return found !== 'closed';
}

/** A program may drop its environment, but the parent processes still tell whose terminal this is. */
function enclosingAgent(registry: Registry): Caller | null {
  const all = registry.entries().flatMap((entry) => terminalsOf(entry).map((terminal) => ({ entry, terminal })));
  if (all.length === 0) return null;
  const above = ancestorsOf(process.pid);
  const distance = ({ terminal }: (typeof all)[number]) => above.indexOf(terminal.programPid ?? 0);
  const nearestFirst = all.filter((each) => distance(each) >= 0).sort((a, b) => distance(a) - distance(b));
  const found = nearestFirst.find(({ entry, terminal }) => isSameProcess(entry) && isProgramOf(terminal));
  return found ? { ...found.entry, terminal: found.terminal.instance } : null;
}

/** The pid of a program that ended may belong to another process by now. */
function isProgramOf({ programPid, programStartTime }: TerminalEntry): boolean {
  return isSameProcess({ pid: programPid as number, startTime: programStartTime ?? '' });
}

async function agentNamed(home: string, registry: Registry, word: string): Promise<Caller> {
  const from = withoutOwnHost(home, process.env, word);
  if (from === humanId(home)) return ensureHuman(home, registry, from);
  const agents = registry.list();
  const matches = matching(from, agents);
  if (matches.length === 0) {
    refuseElsewhere(home, from);
    throw notFound(from, agents);
  }
  const candidates = matches.filter(isRunning);
  const [only, ...others] = candidates;
  if (!only) {
    const [down] = matches as [KnownAgent];
    if (down.kind === 'human') return ensureHuman(home, registry, down.id);
    if (down.live && (await isThere(down.live))) return down.live;
    throw fail('agent_not_running', { agent: down.id });
  }
  if (others.length === 0) return only.live;
  const here = ownTerminal(registry, candidates);
  if (here) return here;
  throw fail('ambiguous_target', { target: from, matches: candidates.map((agent) => agent.id) });
}

/** Among several of a type, the one that owns this terminal. */
function ownTerminal(registry: Registry, candidates: readonly (KnownAgent & { live: LiveEntry })[]): Caller | null {
  const { SYNAPSE_AGENT_ID: id, SYNAPSE_INSTANCE: instance } = process.env;
  const byEnvironment = candidates.find((agent) => agent.id === id && isOf(agent.live, instance));
  const enclosing = byEnvironment?.live ?? enclosingAgent(registry);
  return enclosing && candidates.some((agent) => agent.id === enclosing.id) ? enclosing : null;
}

/** Starts the person's daemon once, however many commands race for it. */
async function ensureHuman(home: string, registry: Registry, id: string): Promise<LiveEntry> {
  const known = registry.get(id);
  if (known && isRunning(known) && known.kind !== 'human') {
    throw fail('invalid_request', {
      reason: `The agent ${id} is a program, not you. Set SYNAPSE_HUMAN to another name.`,
    });
  }
  if (known && isRunning(known) && known.status !== 'starting') return known.live;
  // A daemon that is started in a sandbox would end with it, or reach nobody.
  const found = await spool.probeSocket(known?.live?.socket ?? join(home, 'run', 'nobody'));
  if (found === 'forbidden') throw fail('sockets_forbidden', { agent: id });
  if (found === 'open' && known?.live && known.status === 'dead') return known.live;
  try {
    const { launchDaemon } = await import('../../launch/launch-daemon.js');
    await launchDaemon({ home, profile: null, command: [], cwd: home, env: {}, id });
  } catch (error) {
    // Another command was faster. Its daemon may need a moment to appear.
    if (!(error instanceof SynapseError) || error.code !== 'agent_already_running') throw error;
  }
  for (let waitedMs = 0; waitedMs < HUMAN_START_LIMIT_MS; waitedMs += LOOK_AGAIN_MS) {
    const started = registry.get(id);
    if (started && isRunning(started) && started.status !== 'starting') return started.live;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw fail('daemon_failed_to_start', { agent: id, reason: 'it did not appear in the registry' });
}
