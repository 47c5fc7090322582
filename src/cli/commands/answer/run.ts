/** `synapse answer`: shows the dialog that a program has opened, or answers it. */
import { fail } from '../../../errors.js';
import { ask, findReachable, isRemote, registryHere, sessionQuery } from '../../client/find-agent.js';
import { indented, oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { answerOptions } from './spec.js';

interface Dialog {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly { readonly key: string; readonly text: string }[];
  readonly asks?: { readonly tool: string; readonly command: string };
}

export async function runAnswer(
  [target = '', choice]: readonly string[],
  options: OptionValues<typeof answerOptions>,
): Promise<number> {
  const registry = await registryHere();
  const agent = findReachable(registry, target);
  // Another host shows only the dialog, because that is what it may allow.
  const about = isRemote(agent) ? '/dialog' : '/status';
  const { dialog } = (await ask(registry, agent, { path: `${about}${sessionQuery(options)}` })) as {
    dialog: Dialog | null;
  };
  if (choice === undefined) {
    if (!dialog) throw fail('no_dialog', { agent: agent.id });
    if (options.json) printJson({ dialog });
    else printLine(describe(agent.id, dialog, options.session));
    return 0;
  }
  const { session } = options;
  const body = { dialog: options.dialog ?? dialog?.id ?? null, choice, session };
  const answer = await ask(registry, agent, { method: 'POST', path: '/control/answer', body });
  const { chosen, closed } = answer as { chosen: { text: string }; closed: boolean };
  if (options.json) printJson(answer);
  else printNote(`Chose "${oneLine(chosen.text)}"${closed ? '.' : ', but the dialog is still open.'}`);
  return closed ? 0 : 1;
}

function describe(agent: string, { id, text, choices, asks }: Dialog, session: string | undefined): string {
  const where = session === undefined ? agent : `${agent} --session ${session}`;
  const ways =
    choices.length > 0 ? [`To answer: synapse answer ${where} <${choices.map(({ key }) => key).join('|')}>`] : [];
  const exactly = asks && !text.includes(asks.command) ? [indented(`${asks.tool}: ${asks.command}`), ''] : [];
  const numbered = choices.every((choice) => text.includes(`${choice.key}. ${choice.text}`));
  const list = numbered ? [] : [...choices.map((choice) => indented(`${choice.key}. ${choice.text}`)), ''];
  return [indented(text), '', ...exactly, ...list, `dialog ${id}`, ...ways].join('\n');
}
