/** Asks daemons about the team: the caller's own, or any that is running. */

import { type Call, callDaemon } from '../../a2a/local.js';
import { isRunning } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { findSender } from './sender.js';

/** Asks the caller's own daemon, which is started for a person who has none. */
// biome-ignore lint/suspicious/noExplicitAny: the caller names the fields it reads.
export async function askTeam(call: Call): Promise<any> {
  const { entry, home } = await findSender(undefined);
  return callDaemon(entry, home, call);
}

/** What is asked here only adds to what is shown, so nobody should wait for it long. */
const ANSWER_MS = 2_000;

/** Asks any running daemon that knows the team, and starts none; null if none answered. */
export async function askRunningDaemon(registry: Registry, path: string): Promise<unknown> {
  for (const { live, project, kind } of registry.list().filter(isRunning)) {
    if (project === null && kind !== 'human') continue;
    try {
      return await callDaemon(live, registry.home, { path, timeoutMs: ANSWER_MS });
    } catch {
      // It is ending or hangs; the next one may know.
    }
  }
  return null;
}

/** `?project=…`, or nothing. */
export function projectQuery(project: string | undefined): string {
  return project === undefined ? '' : `?project=${encodeURIComponent(project)}`;
}
