/** Writes the counts of a run into docs/agents.md when it ends; a run of a smaller share only prints them. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/reporters';
import { type Cell, readCells, resultsFile } from './cells.js';
import { withCounts } from './table.js';

const PAGE = 'docs/agents.md';

export default class CountsReporter implements Reporter {
  onTestRunEnd(): void {
    const cells = readCells();
    if (cells.length === 0) return;
    for (const cell of cells) console.log(lineOf(cell));
    console.log(`All counts, and what did not hold: ${resultsFile()}`);
    if ((process.env.SYNAPSE_AGENTS_SHARE ?? '1') !== '1') return;
    writeFileSync(PAGE, withCounts(readFileSync(PAGE, 'utf8'), cells));
  }
}

function lineOf({ agent, version, channel, case: name, held, tried, uncertain = 0 }: Cell): string {
  const doubt = uncertain > 0 ? `, ${uncertain} uncertain` : '';
  return `${agent} ${version} over ${channel}, ${name}: ${held} of ${tried}${doubt}`;
}
