/** Asks a daemon about the team: the one of whoever types, which is started for a person who has none. */
import { type Call, callDaemon } from '../../a2a/local.js';
import { findSender } from './sender.js';

// biome-ignore lint/suspicious/noExplicitAny: the caller names the fields it reads.
export async function askTeam(call: Call): Promise<any> {
  const { entry, home } = await findSender(undefined);
  return callDaemon(entry, home, call);
}

/** `?project=…`, or nothing. */
export function ofProject(project: string | undefined): string {
  return project === undefined ? '' : `?project=${encodeURIComponent(project)}`;
}
