/** Decides how the session of a declared agent is launched: its program and its folder. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../../errors.js';
import { isInteractiveShell } from '../../launch/interactive-shell.js';
import type { Launch } from '../../launch/launch-daemon.js';
import { loadProfile } from '../../profiles/load-profile.js';
import { programOf } from '../../profiles/program-command.js';
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
export async function launchOf(home: string, { agent, project, purpose, why }: WantedLaunch): Promise<Launch> {
  const cwd = folderOf(resolve(project.workingDirectory ?? home, agent.cwd ?? '.'));
  // A command without a profile is a line-oriented program, as with `synapse start shell -- …`.
  const profile = await loadProfile(agent.profile ?? 'shell', { home, cwd });
  const command = programOf(profile, agent.command);
  if (isInteractiveShell(command)) throw fail('interactive_shell_refused', { program: command.join(' ') });
  return {
    ...{ home, profile, command, cwd, purpose, why, id: agent.id },
    env: { ...profile.env, ...agent.env },
    ...(agent.role === null ? {} : { role: agent.role }),
    project: project.id,
    apart: true,
  };
}

function folderOf(cwd: string): string {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return cwd;
  throw fail('invalid_request', { reason: `There is no folder ${cwd}.` });
}
