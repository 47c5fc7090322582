/** What Codex wants to do when it asks for permission. */

export interface Asked {
  readonly tool: string;
  readonly command: string;
}

type Params = Readonly<Record<string, unknown>>;

const READERS: Readonly<Record<string, (params: Params) => Asked>> = {
  'item/commandExecution/requestApproval': ({ command, reason }) => ({
    tool: 'shell',
    command: withoutShell(text(command, reason)),
  }),
  'item/fileChange/requestApproval': ({ grantRoot, reason }) => ({ tool: 'edit', command: text(grantRoot, reason) }),
  'item/permissions/requestApproval': ({ reason }) => ({ tool: 'permissions', command: text(reason) }),
  'mcpServer/elicitation/request': ({ serverName, message }) => ({ tool: text(serverName), command: text(message) }),
};

/** Null if it asks something else, such as what the person would like. */
export function askedBy(method: string, params: Params): Asked | null {
  return READERS[method]?.(params) ?? null;
}

/** `/bin/bash -lc 'touch a'` is `touch a`, as Codex shows it to the person. Anything less plain stays as it is. */
export function withoutShell(command: string): string {
  const word = /^\S*\/(?:ba|z|da)?sh -l?c (.+)$/s.exec(command)?.[1];
  if (word === undefined) return command;
  if (/^[^\s'"\\$`]+$/.test(word)) return word;
  if (/^'[^']*'$/.test(word)) return word.slice(1, -1);
  if (/^"(?:[^"\\]|\\.)*"$/s.test(word)) return word.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
  return command;
}

function text(...candidates: readonly unknown[]): string {
  return candidates.find((candidate): candidate is string => typeof candidate === 'string') ?? '';
}
