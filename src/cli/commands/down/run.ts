/** `synapse down`: stops everything that runs in a team; what was declared stays. */

import { resolve } from 'node:path';
import { hangingLines } from '../../../clean-text.js';
import { SynapseError } from '../../../errors.js';
import { stopAgent, stopInProject } from '../../../launch/stop-agent.js';
import { type KnownAgent, terminalsOf } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { askTeam } from '../../client/ask-team.js';
import { hasTeam, registryHere } from '../../client/find-agent.js';
import { teamSessions } from '../../client/team-view.js';
import { untilLaunched, waitWhile } from '../../client/until/launched.js';
import { report } from '../../entry/report.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import { NO_SESSIONS } from '../../print/team-session.js';
import type { OptionValues } from '../../spec/option.js';
import { DEFAULT_TEAM_FILE, readProjectId } from '../../up/team-file/read-team-file.js';
import { withTeamLock } from '../../up/team-lock.js';
import type { downOptions } from './spec.js';

/** Agents that appear while others are being stopped are found by another look. */
const MOST_LOOKS = 5;

interface Outcome {
  readonly stopped: readonly string[];
  readonly failed: readonly SynapseError[];
}

export async function runDown(_args: readonly string[], options: OptionValues<typeof downOptions>): Promise<number> {
  const registry = await registryHere();
  const projectId = await readProjectId(options.file);
  const { stopped, failed } = await withTeamLock(registry.home, projectId, async () => {
    const before = new Set(liveAgents(registry).map(({ id }) => id));
    await pauseProject(registry, projectId, resolve(options.file ?? DEFAULT_TEAM_FILE));
    const inProject = () => liveAgents(registry).filter((agent) => runsIn(agent, projectId));
    // What is being launched has an entry, or has been refused, by then.
    await untilLaunched(registry.home, ({ project }) => project === projectId);
    const agents = await stopWhile(inProject, (agent) => stopInProject(registry, agent, projectId));
    const isAlone = liveAgents(registry).every(({ kind, status }) => kind === 'human' || status === 'dead');
    const people = isAlone
      ? await stopWhile(
          () => liveAgents(registry).filter(isPerson),
          (person) => stopAgent(registry, person, false),
        )
      : NOBODY;
    // A person's daemon that was only started to pause the project is not worth mentioning.
    const stopped = [...agents.stopped, ...people.stopped.filter((id) => before.has(id))];
    return { stopped, failed: [...agents.failed, ...people.failed] };
  });
  if (options.json) printJson({ project: projectId, stopped, failed: failed.map((error) => error.toBody()) });
  else {
    for (const id of stopped) printLine(id);
    for (const error of failed) report(error, { json: false });
    printNote(stopped.length > 0 ? `Stopped ${projectId}.` : `${projectId} was not running.`);
  }
  return failed.length > 0 ? 1 : 0;
}

/** This caller, or this file, may not stop it. */
const REFUSALS = new Set(['unauthorized', 'project_declared_elsewhere']);
const NOBODY: Outcome = { stopped: [], failed: [] };

/** Pauses the project, so that nothing in it starts by itself, and waits until no daemon is about to start something. */
async function pauseProject(registry: Registry, projectId: string, file: string): Promise<void> {
  if (!hasTeam(registry)) return;
  try {
    await askTeam({ path: `/projects/${encodeURIComponent(projectId)}/status`, body: { status: 'paused', file } });
  } catch (error) {
    if (!(error instanceof SynapseError) || REFUSALS.has(error.code)) throw error;
    // A project that cannot be paused, because its store is damaged or the disk is full, is stopped anyway.
    if (error.code !== 'project_not_found')
      printNote(`warning: cannot pause ${projectId}: ${hangingLines(error.message)}`);
    return;
  }
  const isClaimed = async () =>
    ((await teamSessions(registry)) ?? NO_SESSIONS).waiting.some(
      ({ project_id, state }) => project_id === projectId && state === 'starting',
    );
  await waitWhile(isClaimed);
}

/** Includes dead ones, whose entry is removed. */
function liveAgents(registry: Registry): KnownAgent[] {
  return registry.list().filter(({ live }) => live !== null);
}

function runsIn({ live }: KnownAgent, projectId: string): boolean {
  return (
    live !== null && (live.project === projectId || terminalsOf(live).some(({ project }) => project === projectId))
  );
}

function isPerson({ kind }: KnownAgent): boolean {
  return kind === 'human';
}

async function stopWhile(
  find: () => readonly KnownAgent[],
  stop: (agent: KnownAgent) => Promise<unknown>,
): Promise<Outcome> {
  const stopped = new Set<string>();
  let failed: SynapseError[] = [];
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const agents = find();
    if (agents.length === 0) break;
    failed = [];
    const results = await Promise.allSettled(agents.map(stop));
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') stopped.add((agents[index] as KnownAgent).id);
      else failed.push(result.reason as SynapseError);
    });
    if (failed.length > 0) break;
  }
  return { stopped: [...stopped], failed };
}
