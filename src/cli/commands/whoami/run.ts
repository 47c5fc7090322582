/** `synapse whoami`: shows who the caller is, who waits for a reply, and what to type next. */
import { callDaemon } from '../../../a2a/local.js';
import { withoutControls } from '../../../clean-text.js';
import { FACTS } from '../../../i18n/said/status.js';
import { WHOAMI } from '../../../i18n/said/whoami.js';
import { told } from '../../../i18n/told.js';
import { findSender } from '../../client/sender.js';
import { columns } from '../../print/layout.js';
import { age, type Colors, colorsFor } from '../../print/output.js';
import { oneLine, printJson, printLine, said } from '../../print/stdio.js';
import { cutToWidth, displayWidth, terminalWidth } from '../../print/width.js';
import type { OptionValues } from '../../spec/option.js';
import { type OpenRequest, type Situation, situationOf } from './situation.js';
import type { whoamiOptions } from './spec.js';

export async function runWhoami(
  _args: readonly string[],
  options: OptionValues<typeof whoamiOptions>,
): Promise<number> {
  const { entry, home } = await findSender(options.from);
  const { targets } = (await callDaemon(entry, home, { path: '/targets' })) as { targets: OpenRequest[] };
  const situation = situationOf(entry, entry.terminal ?? process.env.SYNAPSE_INSTANCE, targets);
  if (options.json) printJson(situation);
  else printLine(describe(situation, await colorsFor(process.stdout), terminalWidth()));
  return 0;
}

const FIRST_WORDS = 60;

/** `width` is that of the terminal; null in a pipe, where a line can be as long as it likes. */
export function describe(
  { agent, open_requests: requests, next }: Situation,
  { bold, dim }: Colors,
  width: number | null,
): string {
  const room = width ?? Number.MAX_SAFE_INTEGER;
  const { id, name, type, kind, role, project, session } = agent;
  const title = name === null ? told(WHOAMI.you_are, { id }) : told(WHOAMI.you_are_named, { id, name });
  const facts: [string, string | null][] = [
    [told(FACTS.type), kind === 'human' ? told(WHOAMI.person) : type],
    [told(FACTS.role), role],
    [told(FACTS.project), project],
    [told(FACTS.session), session && [session.purpose, session.why && said(session.why)].filter(Boolean).join(', ')],
    [told(WHOAMI.requests), requests.length === 0 ? told(WHOAMI.no_requests) : String(requests.length)],
  ];
  const known = facts.flatMap(([label, value]) => (value ? [[label, oneLine(value)] as const] : []));
  return [
    bold(withoutControls(title)),
    ...inColumns(known.map(([label, value]) => [label, value, dim])),
    ...requests.map(({ short_id, sender, age_seconds, text }) => {
      const line = [...oneLine(text)];
      const words = line.length > FIRST_WORDS ? `${line.slice(0, FIRST_WORDS).join('')}…` : line.join('');
      const rest = `${oneLine(sender)}  ${age(age_seconds * 1000)}  ${words}`;
      return `  ${bold(short_id)}  ${cutToWidth(rest, room - short_id.length - 4)}`;
    }),
    '',
    dim(told(WHOAMI.next)),
    columns(
      next.map(({ command, meaning }) => [command, meaning]),
      room,
    ),
  ].join('\n');
}

/** Two columns, of which the first may be painted. */
function inColumns(rows: readonly (readonly [string, string, ((text: string) => string)?])[]): string[] {
  const width = Math.max(...rows.map(([left]) => displayWidth(left)));
  return rows.map(
    ([left, right, paint = (text) => text]) => `${paint(left)}${' '.repeat(width - displayWidth(left))}  ${right}`,
  );
}
