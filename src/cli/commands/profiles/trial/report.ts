/** The table of `synapse profiles test`: the result of each case over each channel. */
import { colorsFor, table } from '../../../print/output.js';
import { printLine, printNote, readable, said } from '../../../print/stdio.js';
import type { Case, Outcome } from './cases.js';

export interface Row extends Outcome {
  readonly channel: string;
  readonly case: Case;
}

const HEADER = ['CHANNEL', 'CASE', 'RESULT', 'AFTER', 'NOTE'];

/** Shows a screen as soon as something did not hold. */
export function tellFailure({ channel, case: which, ok, note, screen }: Row): void {
  if (ok !== false) return;
  printNote(`NOT ${channel}, ${which}: ${note}`);
  printLine(readable(screen).replace(/^/gm, '    | '));
}

export async function printReport(rows: readonly Row[]): Promise<void> {
  const colors = await colorsFor(process.stdout);
  const cells = rows.map(({ channel, case: which, ok, after_ms, note }) => [
    { text: channel, paint: colors.bold },
    { text: which },
    ok === null ? { text: '-', paint: colors.dim } : { text: ok ? 'ok' : 'NOT', paint: ok ? colors.green : colors.red },
    { text: after_ms === null ? '-' : `${(after_ms / 1000).toFixed(1)} s` },
    { text: said(note) },
  ]);
  printLine(table(HEADER, cells, colors));
}
