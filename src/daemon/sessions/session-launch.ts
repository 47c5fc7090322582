/** Decides how the session of a declared agent is launched: its program, its folder and its id. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../../errors.js';
import { isAgentId, sessionAddress } from '../../ids.js';
import { isInteractiveShell } from '../../launch/interactive-shell.js';
import type { Launch } from '../../launch/launch-daemon.js';
import { loadProfile } from '../../profiles/load-profile.js';
import { programOf } from '../../profiles/program-command.js';
import { isRunning } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import type { TeamAgent } from '../../team/people/agents.js';
import type { Project } from '../../team/people/projects.js';
import type { Purpose } from '../../team/sessions/session.js';

export interface WantedLaunch {
  readonly agent: TeamAgent;
  readonly project: Project;
  readonly purpose: Purpose;
  readonly why: string;
}

/** Throws an error if a person has to fix something before the session can start. */
export async function launchOf(registry: Registry, { agent, project, purpose, why }: WantedLaunch): Promise<Launch> {
  const { home } = registry;
  const cwd = folderOf(resolve(project.workingDirectory ?? home, agent.cwd ?? '.'));
  // A command without a profile is a line-oriented program, as with `synapse start shell -- …`.
  const profile = await loadProfile(agent.profile ?? 'shell', { home, cwd });
  const command = programOf(profile, agent.command);
  if (isInteractiveShell(command)) throw fail('interactive_shell_refused', { program: command.join(' ') });
  const id = addressOf(registry, agent.id, purpose);
  const known = registry.get(id);
  // For example for another project. Checking here is cheaper than starting a process that finds out.
  if (known && isRunning(known)) throw fail('agent_already_running', { agent: id, pid: known.live.pid });
  return {
    ...{ home, profile, command, cwd, purpose, why, id },
    env: { ...profile.env, ...agent.env },
    ...(agent.role === null ? {} : { role: agent.role }),
    project: project.id,
    member: agent.id,
    apart: true,
  };
}

/** The task session has the id of the agent, unless something else runs under that id. */
function addressOf(registry: Registry, agentId: string, purpose: Purpose): string {
  const known = purpose === 'task' ? registry.get(agentId) : null;
  const isFree = purpose === 'task' && !(known && isRunning(known));
  const id = isFree ? agentId : sessionAddress(agentId, purpose);
  if (isAgentId(id)) return id;
  throw fail('invalid_request', { reason: `"${agentId}" is too long: its session would be called ${id}.` });
}

function folderOf(cwd: string): string {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return cwd;
  throw fail('invalid_request', { reason: `There is no folder ${cwd}.` });
}
