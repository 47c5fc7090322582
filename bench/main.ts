/** Runs the benchmarks and prints one line for each. Fails if a limit is exceeded. */

import { benchActivity } from './activity.js';
import { benchCommands } from './commands.js';
import { benchCrowd } from './crowd.js';
import { benchDurability, benchThroughput } from './durability.js';
import { benchLink } from './link.js';
import { benchCapacity } from './long/capacity.js';
import { benchChaos } from './long/chaos.js';
import { benchSoak } from './long/soak.js';
import { benchMemory } from './memory.js';
import { benchPostgres } from './postgres.js';
import { holds, type Line } from './rig/line.js';
import { benchStandards } from './standards.js';
import { benchStandardsIdle } from './standards-idle.js';
import { benchStore } from './store.js';
import { benchTeam } from './team.js';
import { benchViewer } from './viewer.js';
import { benchWork } from './work.js';

/** Those that take many minutes run only when they are named. */
const LONG: Readonly<Record<string, () => Promise<Line[]>>> = {
  capacity: benchCapacity,
  chaos: benchChaos,
  soak: benchSoak,
};

const ALL: Readonly<Record<string, () => Promise<Line[]>>> = {
  commands: benchCommands,
  memory: benchMemory,
  'standards-idle': benchStandardsIdle,
  throughput: benchThroughput,
  durability: benchDurability,
  store: benchStore,
  team: benchTeam,
  work: benchWork,
  crowd: benchCrowd,
  activity: benchActivity,
  link: benchLink,
  postgres: benchPostgres,
  viewer: benchViewer,
  standards: benchStandards,
};

async function main(names: readonly string[]): Promise<void> {
  let isKept = true;
  for (const name of names.length > 0 ? names : Object.keys(ALL)) {
    const bench = ALL[name] ?? LONG[name];
    if (!bench)
      throw new Error(`there is no benchmark ${name}; there are ${Object.keys({ ...ALL, ...LONG }).join(', ')}`);
    for (const line of await bench()) {
      isKept &&= holds(line);
      console.log(describe(line));
    }
  }
  process.exitCode = isKept ? 0 : 1;
}

function describe(line: Line): string {
  const verdict = holds(line) ? 'ok  ' : 'OVER';
  const limit = line.limit === null ? 'seen  ' : `${line.atLeast ? '≥' : '≤'} ${line.limit.toFixed(2)}`;
  return `${verdict} ${line.name.padEnd(46)} ${line.ratio.toFixed(2).padStart(6)} ${limit}  n=${line.samples}  ${line.detail}`;
}

void main(process.argv.slice(2));
