/** `synapse stop`: ends agents, their programs and everything that those started. */
import { callDaemon } from '../../../a2a/local.js';
import { systemClock } from '../../../clock.js';
import { fail, type SynapseError } from '../../../errors.js';
import { endProcesses, isSameProcess, type ProcessIdentity, programTree, startTimeOf } from '../../../processes.js';
import { isRunning, type KnownAgent, type LiveEntry } from '../../../registry/entry.js';
import { findAgent, here, type Place } from '../../client/find-agent.js';
import { report } from '../../entry/report.js';
import { printJson, printLine, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { stopOptions } from '../../spec/options.js';

/** How long the daemon may take before what is left is killed. */
const POLITE_MS = 4_000;
/** A daemon that is silent for so long hangs; what follows must fit into the five seconds as well. */
const ANSWER_MS = 2_500;
const MOST_ROUNDS = 5;
const POLL_MS = 15;

export async function runStop(args: readonly string[], options: OptionValues<typeof stopOptions>): Promise<number> {
  const place = here();
  const all = options.all ?? false;
  const stopped: string[] = [];
  const failures: SynapseError[] = [];
  let agents = chosen(place, args, all);
  // A daemon may have started a session for waiting work while it was being stopped itself.
  for (let round = 0; round < (all ? MOST_ROUNDS : 1) && agents.length > 0; round += 1) {
    const results = await Promise.allSettled(agents.map((agent) => stopAgent(place, agent, options.force ?? false)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') failures.push(result.reason as SynapseError);
      else stopped.push(agents[index]?.id ?? '');
    }
    agents = all && failures.length === 0 ? chosen(place, args, all) : [];
  }
  if (options.json) printJson({ stopped, failed: failures.map((error) => error.message) });
  else for (const id of stopped) printLine(id);
  const codes = failures.map((error) => (options.json ? (error.exit ?? 1) : report(error, { json: false })));
  return Math.max(0, ...codes);
}

function chosen(place: Place, words: readonly string[], all: boolean): KnownAgent[] {
  if (all && words.length > 0) throw fail('invalid_request', { reason: 'Either name agents or say --all.' });
  if (all) return place.registry.list().filter((agent) => agent.live !== null);
  if (words.length === 0) throw fail('invalid_request', { reason: 'Which agent? Name it, or say --all.' });
  const agents = words.map((word) => findAgent(place, word));
  return agents.filter((agent, index) => agents.findIndex((other) => other.id === agent.id) === index);
}

export async function stopAgent(place: Place, agent: KnownAgent, force: boolean): Promise<void> {
  const { live } = agent;
  if (!live) {
    place.registry.endAddress(agent.id, systemClock.now());
    say(`${agent.id} is not running.`);
    return;
  }
  const remaining = processesOf(live);
  if (isRunning(agent) && !force) await stopPolitely(place, live, remaining);
  const survivors = await endProcesses(remaining, { graceMs: 0 });
  if (survivors.length > 0) {
    throw fail('daemon_not_answering', { agent: agent.id, reason: `processes ${survivors.join(', ')} do not end.` });
  }
  place.registry.removeDead(agent.id);
  // A daemon that was killed could not write this down.
  place.registry.endAddress(agent.id, systemClock.now());
}

/** The start of the program is read while its daemon still vouches for the pid. */
function processesOf(live: LiveEntry): () => readonly ProcessIdentity[] {
  const programPid = isSameProcess(live) ? (live.programPid ?? 0) : 0;
  const programStartTime = programPid > 0 ? (startTimeOf(programPid) ?? '') : '';
  const marks = { programPid, programStartTime, instance: live.instance };
  return () => [...(isSameProcess(live) ? [live] : []), ...programTree(marks)];
}

async function stopPolitely(place: Place, live: LiveEntry, remaining: () => readonly ProcessIdentity[]): Promise<void> {
  const giveUpAt = systemClock.monotonicMs() + POLITE_MS;
  try {
    await callDaemon(live, place.home, { method: 'POST', path: '/control/stop', body: {}, timeoutMs: ANSWER_MS });
  } catch {
    // A daemon that cannot be asked is ended all the same, below.
    return;
  }
  while (systemClock.monotonicMs() < giveUpAt) {
    if (!isSameProcess(live) && remaining().length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
