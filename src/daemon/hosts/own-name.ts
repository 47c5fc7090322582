/** The name that this home gives itself to other hosts. */
import { isAgentId } from '../../ids.js';
import { readKept } from '../../settings/kept-settings.js';

/** Null for the name of the machine. */
export function ownName(home: string, env: NodeJS.ProcessEnv): string | null {
  const name = env.SYNAPSE_HOST || readKept(home)?.settings?.host;
  return name && isAgentId(name) ? name : null;
}
