/** `synapse doctor`: checks everything Synapse needs and says how to fix problems. Changes nothing. */
import { localRegistry } from '../../client/find-agent.js';
import { type Colours, coloursFor } from '../../print/output.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { CHECKS, type Finding } from './checks.js';

export async function runDoctor(_args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const registry = localRegistry();
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(...(await check(registry)));
  const problems = findings.filter((finding) => finding.level === 'problem').length;
  if (options.json) printJson({ healthy: problems === 0, findings });
  else printLine(describe(findings, await coloursFor(process.stdout)));
  return problems > 0 ? 1 : 0;
}

function describe(findings: readonly Finding[], colours: Colours): string {
  const marks = { ok: colours.green('ok'), warning: colours.yellow('warning'), problem: colours.red('problem') };
  const lines = findings.map(({ level, subject, sentence, remedy }) => {
    const line = `${marks[level]}${' '.repeat(9 - level.length)}${colours.bold(subject)}: ${sentence}`;
    return remedy === null ? line : `${line}\n         → ${remedy}`;
  });
  const worst = findings.filter((finding) => finding.level !== 'ok').length;
  return [
    ...lines,
    '',
    worst === 0 ? 'No problems found.' : `Found ${worst} ${worst === 1 ? 'problem' : 'problems'}.`,
  ].join('\n');
}
