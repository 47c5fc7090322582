/** `synapse doctor`: checks everything Synapse needs and says how to fix problems. Changes nothing. */
import { localRegistry, registryHere } from '../../client/find-agent.js';
import { type Colors, colorsFor } from '../../print/output.js';
import { oneLine, printJson, printLine, said } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { CHECKS } from './checks.js';
import { type Finding, firstLine, problem } from './finding.js';

export async function runDoctor(_args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  // A home that cannot be read is a finding.
  const registry = await registryHere().catch(() => localRegistry());
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(...(await findingsOf(() => check(registry), findings)));
  const problems = findings.filter((finding) => finding.level === 'problem').length;
  if (options.json) printJson({ healthy: problems === 0, findings });
  else printLine(describe(findings, await colorsFor(process.stdout)));
  return problems > 0 ? 1 : 0;
}

/** A home that is in the way of one check is in the way of others, too, and is told once. */
async function findingsOf(
  check: () => readonly Finding[] | Promise<readonly Finding[]>,
  before: readonly Finding[],
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (before.some(({ subject, level }) => subject === 'home' && level === 'problem')) return [];
    const { hint = 'Set SYNAPSE_HOME to a folder of your own.' } = error as { readonly hint?: string };
    return [problem('home', firstLine(error), hint)];
  }
}

function describe(findings: readonly Finding[], colors: Colors): string {
  const marks = { ok: colors.green('ok'), warning: colors.yellow('warning'), problem: colors.red('problem') };
  const lines = findings.map(({ level, subject, sentence, remedy }) => {
    const line = `${marks[level]}${' '.repeat(9 - level.length)}${colors.bold(oneLine(subject))}: ${oneLine(said(sentence))}`;
    return remedy === null ? line : `${line}\n         → ${oneLine(said(remedy))}`;
  });
  const worst = findings.filter((finding) => finding.level !== 'ok').length;
  return [
    ...lines,
    '',
    said(worst === 0 ? 'No problems found.' : `Found ${worst} ${worst === 1 ? 'problem' : 'problems'}.`),
  ].join('\n');
}
