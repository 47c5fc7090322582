/** Starts a daemon: takes an address, cleans up after a killed predecessor, and starts the agent. */
import { rmSync } from 'node:fs';
import type { DaemonSpec } from '../launch/daemon-spec.js';
import { Log } from '../log.js';
import { agentPaths, requireWritable } from '../paths.js';
import { endProcesses, programTree, startTimeOf } from '../processes.js';
import { newInstance } from '../random-ids.js';
import { readableStack } from '../readable-stack.js';
import { sweepDoors } from '../registry/door-folders.js';
import { type AgentDefinition, type LiveEntry, terminalsOf } from '../registry/entry.js';
import { endLaunch, takeOverLaunch } from '../registry/launches.js';
import { ensureHome, Registry } from '../registry/registry.js';
import { removeSpoolFolder } from '../registry/spool-folder.js';
import { VERSION } from '../version.js';
import type { DaemonHost } from './host.js';
import { onBehalf } from './hosts/on-behalf.js';
import { Callers } from './http/callers.js';
import { connectionLimits } from './http/door/connections.js';
import { descriptorLimit } from './http/door/descriptor-limit.js';
import { type Door, makeServer } from './http/server.js';
import { RunningAgent } from './running-agent.js';
import { type Address, takeAddress } from './start/address.js';
import { listenOnLoopback } from './start/listen.js';

/** Resolves when the agent runs. Rejects with the reason if it cannot run, and leaves nothing behind. */
export async function startDaemon(spec: DaemonSpec, host: DaemonHost): Promise<RunningAgent> {
  takeOverLaunch(spec.launchFile, spec, host.clock.now());
  try {
    return await start(spec, host);
  } finally {
    endLaunch(spec.launchFile);
  }
}

async function start(spec: DaemonSpec, host: DaemonHost): Promise<RunningAgent> {
  const { clock } = host;
  ensureHome(spec.home);
  requireWritable(spec.home);
  const registry = new Registry(spec.home);
  // Requests that arrive before the agent is ready wait for it.
  let openDoor: (door: Door) => void = () => {};
  const door = new Promise<Door>((resolve) => {
    openDoor = resolve;
  });
  const limits = connectionLimits(descriptorLimit());
  const address = await takeAddress({ registry, clock }, spec, () => makeServer(door, limits));
  const log = new Log(agentPaths(spec.home, address.id).log);
  // A bug must leave a trace; the watchdog and the next start take care of the rest.
  host.onBug((error) => log.error('bug', { reason: readableStack(error) }));
  registry.removeHalfWritten(address.id);
  const crashed = await endLeftovers(registry, address, log);
  sweepDoors(spec.home, address.id);
  const before = registry.definition(address.id);
  const entry = entryOf(spec, address, before, clock.now());
  registry.define({ ...entry, command: spec.command, endedAt: null });
  const listen = async (port: number) =>
    (
      await listenOnLoopback(
        () => makeServer(door, limits),
        [port],
        () => true,
      )
    )?.servers ?? null;
  const agent = new RunningAgent({ spec, address, entry, crashed, registry, host, log, listen });
  openDoor({
    agent: address.id,
    routes: agent.routes,
    callers: new Callers({ id: address.id, home: spec.home }, clock),
    speakFor: (caller, request) => onBehalf(spec.home, clock, caller, request),
    log,
    hosts: [],
    page: agent.page,
  });
  // In the foreground, the launcher connects as the first viewer and learns there how the program starts.
  if (spec.foreground) host.answer(agent.started());
  try {
    const starting = agent.start();
    // From here on its live entry shows that it is there.
    endLaunch(spec.launchFile);
    await starting;
  } catch (error) {
    // An agent that never ran must not leave an address behind that accepts mail.
    if (!before) rmSync(agentPaths(spec.home, address.id).dir, { recursive: true, force: true });
    throw error;
  }
  host.answer(agent.started());
  return agent;
}

/** Ends what a killed daemon of this id left running and its watchdog has not ended yet. Returns its sessions. */
async function endLeftovers(registry: Registry, address: Address, log: Log): Promise<string[]> {
  const before = registry.live(address.id);
  const left = before ? terminalsOf(before) : [];
  const marks = left.flatMap(({ programPid, programStartTime, instance }) =>
    programPid === null ? [] : [{ programPid, programStartTime: programStartTime ?? '', instance }],
  );
  const survivors = await Promise.all(marks.map((each) => endProcesses(() => programTree(each))));
  for (const { spool } of left) removeSpoolFolder(spool);
  const pids = survivors.flat();
  if (pids.length > 0) log.error('processes that could not be ended', { pids });
  return left.map(({ session }) => session);
}

/** The name and role of a permanent address stay until they are changed. */
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
    cwd: spec.cwd,
    version: VERSION,
    status: 'starting',
    statusReason: null,
    statusAt: now,
    currentTask: null,
    startedAt: now,
    terminals: [],
  };
}
