/** What ssh would misunderstand in the target of a host, before it is stored and dialed for ever. */

/** Null if there is nothing wrong with it that can be seen. */
export function faultOfTarget(target: string): string | null {
  // ssh would take a dash for an option.
  if (target === '' || target.startsWith('-') || /[\s\p{Cc}]/u.test(target)) return `"${target}" is no target for ssh.`;
  if (target.startsWith('ssh://')) return null;
  const [, name, port] = /^([^:]+):(\d+)$/.exec(target) ?? [];
  if (port !== undefined) return `"${target}" is no target for ssh. With a port it is ssh://${name}:${port}.`;
  return /[[\]]/.test(target) ? `"${target}" is no target for ssh. Leave out the brackets.` : null;
}
