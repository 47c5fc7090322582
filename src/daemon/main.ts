/** The composition root of a daemon: puts the parts together, starts them in order, and ends them in order. */
import { closeSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { systemClock } from '../clock.js';
import { asSynapseError, fail, type SynapseError } from '../errors.js';
import { newInstance } from '../ids.js';
import { type DaemonSpec, READY_FD, type Started } from '../launch/spec.js';
import { Log } from '../log.js';
import { agentPaths, requireWritable } from '../paths.js';
import { endProcesses, programTree, startTimeOf } from '../processes.js';
import type { AgentDefinition, LiveEntry } from '../registry/entry.js';
import { ensureHome, Registry } from '../registry/registry.js';
import { VERSION } from '../version.js';
import { Callers } from './http/callers.js';
import { type Door, makeServer } from './http/server.js';
import { Agent } from './running-agent.js';
import { type Address, takeAddress } from './start/address.js';

async function main(): Promise<void> {
  const spec = JSON.parse(readFileSync(0, 'utf8')) as DaemonSpec;
  try {
    await start(spec);
  } catch (error) {
    tellLauncher(whyNotStarted(error).toBody());
    process.exit(1);
  }
}

/** A module that was not compiled, or for another Node, is no bug. */
function whyNotStarted(error: unknown): SynapseError {
  const { code, message } = error as NodeJS.ErrnoException;
  const isNative = code === 'ERR_DLOPEN_FAILED' || NOT_COMPILED.test(message);
  return isNative ? fail('native_module_broken', { reason: message.split('\n')[0] }) : asSynapseError(error);
}

/** How better-sqlite3 and node-pty say it. */
const NOT_COMPILED = /^(?:Could not locate the bindings file|The @lydell\/node-pty package)/;

async function start(spec: DaemonSpec): Promise<void> {
  ensureHome(spec.home);
  requireWritable(spec.home);
  const clock = systemClock;
  const registry = new Registry(spec.home);
  // Requests that come before the agent is put together wait for it.
  let openDoor: (door: Door) => void = () => {};
  const door = new Promise<Door>((resolve) => {
    openDoor = resolve;
  });
  const address = await takeAddress({ registry, clock }, spec, () => makeServer(door));
  const log = new Log(agentPaths(spec.home, address.id).log);
  guard(log);
  registry.removeHalfWritten(address.id);
  await endLeftovers(registry, address, log);
  const before = registry.definition(address.id);
  const entry = entryOf(spec, address, before, clock.now());
  registry.define({ ...entry, command: spec.command, endedAt: null });
  const command = commandOf(spec, address, registry);
  const agent = new Agent({ spec: { ...spec, command }, address, entry, registry, clock, log });
  openDoor({
    agent: address.id,
    routes: agent.routes,
    callers: new Callers({ id: address.id, home: spec.home }, clock),
    log,
    hosts: [],
  });
  // In the foreground the launcher comes back as the first viewer, and learns there how the program starts.
  if (spec.foreground) tellLauncher(agent.started());
  try {
    await agent.start();
    tellLauncher(agent.started());
  } catch (error) {
    // What never ran leaves no address behind that would take mail.
    if (!before) rmSync(agentPaths(spec.home, address.id).dir, { recursive: true, force: true });
    throw error;
  }
}

/** After a crash, of which the entry is left, the program goes on with its last conversation if it knows how. */
function commandOf(
  { command, profile, why }: DaemonSpec,
  { id, lasting }: Address,
  registry: Registry,
): readonly string[] {
  const hasCrashed = lasting && registry.live(id) !== null;
  // The last conversation in this folder may be that of the agent's other session: one that starts itself is told anew.
  return hasCrashed && why === null && profile && !profile.line ? [...command, ...profile.resume] : command;
}

/** What a killed daemon of this id could not take with it, and its watchdog has not ended yet. */
async function endLeftovers(registry: Registry, address: Address, log: Log): Promise<void> {
  const before = registry.live(address.id);
  if (!before?.programPid) return;
  const marks = {
    programPid: before.programPid,
    programStartTime: before.programStartTime ?? '',
    instance: before.instance,
  };
  const survivors = await endProcesses(() => programTree(marks));
  if (survivors.length > 0) log.error('leftovers', { pids: survivors });
}

/** A name or role that it had before stays until it gets another. */
function entryOf(spec: DaemonSpec, address: Address, before: AgentDefinition | null, now: number): LiveEntry {
  return {
    id: address.id,
    type: address.type,
    name: spec.name ?? (address.lasting ? (before?.name ?? null) : null),
    role: spec.role ?? (address.lasting ? (before?.role ?? null) : null),
    kind: spec.profile ? 'ai' : 'human',
    lasting: address.lasting,
    storeId: address.store.storeId,
    instance: newInstance(),
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    programPid: null,
    programStartTime: null,
    port: address.port,
    endpoint: address.endpoint,
    socket: address.socket,
    project: spec.project,
    member: spec.member,
    purpose: spec.project !== null && spec.profile ? spec.purpose : null,
    why: spec.why,
    cwd: spec.cwd,
    version: VERSION,
    status: 'starting',
    statusReason: null,
    statusAt: now,
    currentTask: null,
    startedAt: now,
    fingerprint: spec.fingerprint ?? null,
  };
}

/** A bug must leave a trace; the watchdog and the next start take care of the rest. */
function guard(log: Log): void {
  const die = (error: unknown) => {
    log.error('fatal', { reason: (error as Error)?.stack ?? String(error) });
    process.exit(70);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}

let isTold = false;

function tellLauncher(answer: Started | Record<string, unknown>): void {
  if (isTold) return;
  isTold = true;
  try {
    writeSync(READY_FD, `${JSON.stringify(answer)}\n`);
    closeSync(READY_FD);
  } catch {
    // The launcher has gone; the daemon is there all the same.
  }
}

void main();
