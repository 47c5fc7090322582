/** How an agent of a team file is started, and whether a running one was started the same way. */
import { resolve } from 'node:path';
import { fingerprintOf, type Launch } from '../../launch/launch-daemon.js';
import { loadProfile } from '../../profiles/load-profile.js';
import { programOf } from '../../profiles/program-command.js';
import type { TerminalEntry } from '../../registry/entry.js';
import type { FileAgent, TeamFile } from './team-file/team-file.js';

export async function declaredLaunch(
  agent: FileAgent,
  { project }: TeamFile,
  home: string,
): Promise<Launch & { readonly id: string }> {
  const cwd = resolve(project.dir, agent.cwd ?? '.');
  const profile = await loadProfile(agent.profile ?? 'shell', { home, cwd });
  const command = programOf(profile, agent.command);
  const env = { ...profile.env, ...agent.env };
  const role = agent.role ?? undefined;
  return { home, profile, command, cwd, env, id: agent.id, role, project: project.id, purpose: 'task' };
}

/** Ignores the purpose of the session. */
export function wasStartedLike({ fingerprint, project }: TerminalEntry, launch: Launch): boolean {
  return project === launch.project && fingerprint === fingerprintOf(launch);
}
