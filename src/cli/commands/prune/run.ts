/** `synapse prune`: deletes old messages, the remains of past agents, and finished data of projects. */

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callDaemon } from '../../../a2a/local.js';
import { systemClock } from '../../../clock.js';
import { SynapseError } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { agentPaths, agentsDir } from '../../../paths.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { hasTeam } from '../../../registry/team-place.js';
import { namesIn } from '../../../registry/whole-files.js';
import type { Pruned } from '../../../team/prune.js';
import { ask, registryHere } from '../../client/find-agent.js';
import { findSender } from '../../client/sender.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { pruneOptions } from './spec.js';

const DEFAULT_AGE_MS = 30 * 24 * 60 * 60 * 1000;

export async function runPrune(_args: readonly string[], options: OptionValues<typeof pruneOptions>): Promise<number> {
  const registry = await registryHere();
  const olderThanMs = options.olderThan ?? DEFAULT_AGE_MS;
  const before = systemClock.now() - olderThanMs;
  const deleted = { tasks: 0, messages: 0 };
  for (const agent of registry.list()) {
    const gone = await pruneAgent(registry, agent, before);
    deleted.tasks += gone.tasks;
    deleted.messages += gone.messages;
  }
  const agents = [...removeEnded(registry, before), ...removeReplaced(registry, before)];
  const team = await pruneTeams(registry, olderThanMs);
  const { tasks, messages } = deleted;
  if (options.json) printJson({ deleted: { tasks, messages, agents: agents.length, ...team }, agents });
  else {
    printNote(`Deleted ${tasks} tasks, ${messages} messages and ${agents.length} past agents.`);
    if (team) {
      const { sessions, notifications, delegations, executions } = team;
      printNote(
        `In projects: ${sessions} sessions, ${notifications} notifications, ${delegations} delegations and ${executions} executions.`,
      );
    }
  }
  return 0;
}

/** Null if there is no team or it cannot be read, which does not keep mail from being pruned. */
async function pruneTeams({ home }: Registry, olderThanMs: number): Promise<(Pruned & { executions: number }) | null> {
  if (!hasTeam(home)) return null;
  const { entry } = await findSender(undefined);
  // Only people may delete what belongs to a team.
  if (entry.kind !== 'human') return null;
  const body = { older_than_ms: olderThanMs };
  try {
    const { deleted } = await callDaemon(entry, home, { path: '/team/prune', body });
    const executions = await callDaemon(entry, home, { path: '/executions/prune', body });
    return { ...(deleted as Pruned), executions: executions.deleted as number };
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    printNote(`note: nothing was deleted in projects: ${error.toText()}`);
    return null;
  }
}

/** Only a daemon may touch its own store, so an agent that is down is not pruned. */
async function pruneAgent(
  registry: Registry,
  agent: KnownAgent,
  before: number,
): Promise<{ tasks: number; messages: number }> {
  const pruned = { tasks: 0, messages: 0 };
  if (!isRunning(agent)) {
    if (agent.lasting) printNote(`note: ${agent.id} is not running; its messages were not pruned.`);
    return pruned;
  }
  try {
    for (let more = true; more; ) {
      // Tasks that end meanwhile must not count as older because of the wait.
      const body = { older_than_ms: systemClock.now() - before };
      const answer = await ask(registry, agent, { method: 'POST', path: '/control/prune', body });
      pruned.tasks += answer.deleted.tasks;
      pruned.messages += answer.deleted.messages;
      more = answer.more === true;
    }
  } catch (error) {
    // A daemon that hangs must not keep the others from being pruned.
    if (!(error instanceof SynapseError)) throw error;
    printNote(`note: cannot prune ${agent.id}: ${error.toText()}`);
  }
  return pruned;
}

/** Removes the folders of port-based agents that ended or died before `before`. */
function removeEnded(registry: Registry, before: number): string[] {
  const { home } = registry;
  const removed: string[] = [];
  for (const id of namesIn(agentsDir(home)).filter(isAgentId)) {
    const definition = registry.definition(id);
    const agent = registry.get(id);
    if (!definition || definition.lasting || (agent && isRunning(agent))) continue;
    if ((definition.endedAt ?? lastChange(agentPaths(home, id).dir)) > before) continue;
    registry.removeDead(id);
    rmSync(agentPaths(home, id).dir, { recursive: true, force: true });
    removed.push(id);
  }
  return removed;
}

/** Removes folders that were set aside, as `<id>~<when>`, because another program got the port-based address. */
function removeReplaced({ home }: Registry, before: number): string[] {
  const replaced = namesIn(agentsDir(home)).filter((name) => {
    const setAsideAt = /~(\d+)$/.exec(name)?.[1];
    return setAsideAt !== undefined && Number(setAsideAt) <= before;
  });
  for (const name of replaced) rmSync(join(agentsDir(home), name), { recursive: true, force: true });
  return replaced;
}

function lastChange(dir: string): number {
  return Math.max(...[dir, ...namesIn(dir).map((name) => join(dir, name))].map((path) => statSync(path).mtimeMs));
}
