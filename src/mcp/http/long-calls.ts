/** Decides which calls may take long. Their answers begin at once, so that the client sees a sign of life. */

const ALWAYS = new Set(['synapse_wait', 'get_next_action']);

export function mayTakeLong(method: unknown, params: unknown): boolean {
  if (method !== 'tools/call') return false;
  const { name, arguments: args } = (params ?? {}) as { name?: unknown; arguments?: { response?: unknown } };
  return ALWAYS.has(name as string) || (name === 'synapse_send' && args?.response === true);
}
