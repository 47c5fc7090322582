/** `synapse down`: ends everything that runs of a team; what was declared stays. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../../clock.js';
import { SynapseError } from '../../../errors.js';
import { teamFile } from '../../../paths.js';
import type { KnownAgent } from '../../../registry/entry.js';
import { teamSessions } from '../../client/ask-sessions.js';
import { here, type Place } from '../../client/find-agent.js';
import { askTeam } from '../../client/team-daemon.js';
import { report } from '../../entry/report.js';
import { NO_SESSIONS } from '../../print/session-words.js';
import { printJson, printLine, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { downOptions } from '../../spec/options.js';
import { DEFAULT_TEAM_FILE, readProjectId } from '../../up/team-file/read-team-file.js';
import { withTeamLock } from '../../up/team-lock.js';
import { stopAgent } from '../agents/stop.js';

/** What appears while others are being stopped is found by another look. */
const MOST_LOOKS = 5;
/** A session that is being started when the project comes to rest is there, or has been refused, by then. */
const STARTS_END_MS = 10_000;
const LOOK_AGAIN_MS = 50;

interface Outcome {
  readonly stopped: readonly string[];
  readonly failed: readonly SynapseError[];
}

export async function runDown(_args: readonly string[], options: OptionValues<typeof downOptions>): Promise<number> {
  const place = here();
  const projectId = await readProjectId(options.file);
  const { stopped, failed } = await withTeamLock(place.home, projectId, async () => {
    const before = new Set(liveAgents(place).map(({ id }) => id));
    await rest(place, projectId, resolve(options.file ?? DEFAULT_TEAM_FILE));
    const agents = await stopWhile(place, () => liveAgents(place).filter(({ project }) => project === projectId));
    const isAlone = liveAgents(place).every(({ kind, status }) => kind === 'human' || status === 'dead');
    const people = isAlone ? await stopWhile(place, () => liveAgents(place).filter(isPerson)) : NOBODY;
    // A person's daemon that was only started to put the project to rest is no news.
    const stopped = [...agents.stopped, ...people.stopped.filter((id) => before.has(id))];
    return { stopped, failed: [...agents.failed, ...people.failed] };
  });
  if (options.json) printJson({ project: projectId, stopped, failed: failed.map((error) => error.toBody()) });
  else {
    for (const id of stopped) printLine(id);
    for (const error of failed) report(error, { json: false });
    say(stopped.length > 0 ? `${projectId} is down.` : `Nothing of ${projectId} was running.`);
  }
  return failed.length > 0 ? 1 : 0;
}

/** It is not for this caller, or not for this file, to stop it. */
const REFUSALS = new Set(['unauthorized', 'project_declared_elsewhere']);
const NOBODY: Outcome = { stopped: [], failed: [] };

/** From now on nothing of it starts by itself; and what was just being started has come to an end. */
async function rest(place: Place, projectId: string, file: string): Promise<void> {
  if (!existsSync(teamFile(place.home))) return;
  try {
    await askTeam({ path: `/projects/${encodeURIComponent(projectId)}/status`, body: { status: 'paused', file } });
  } catch (error) {
    if (!(error instanceof SynapseError) || REFUSALS.has(error.code)) throw error;
    // What cannot be put to rest, because its store is damaged or its disk is full, is stopped all the same.
    if (error.code !== 'project_not_found') say(`warning: ${projectId} could not be paused: ${error.message}`);
    return;
  }
  const giveUpAt = systemClock.monotonicMs() + STARTS_END_MS;
  const isStarting = async () =>
    ((await teamSessions(place)) ?? NO_SESSIONS).waiting.some(
      ({ project_id, state }) => project_id === projectId && state === 'starting',
    );
  while ((await isStarting()) && systemClock.monotonicMs() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Dead ones too: of those the entry is removed. */
function liveAgents({ registry }: Place): KnownAgent[] {
  return registry.list().filter(({ live }) => live !== null);
}

function isPerson({ kind }: KnownAgent): boolean {
  return kind === 'human';
}

async function stopWhile(place: Place, find: () => readonly KnownAgent[]): Promise<Outcome> {
  const stopped = new Set<string>();
  let failed: SynapseError[] = [];
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const agents = find();
    if (agents.length === 0) break;
    failed = [];
    const results = await Promise.allSettled(agents.map((agent) => stopAgent(place, agent, false)));
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') stopped.add((agents[index] as KnownAgent).id);
      else failed.push(result.reason as SynapseError);
    });
    if (failed.length > 0) break;
  }
  return { stopped: [...stopped], failed };
}
