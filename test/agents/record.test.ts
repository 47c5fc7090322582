/** Records the golden screens anew; by hand only, with SYNAPSE_RECORD=1. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, test } from 'vitest';
import type { ScreenView } from '../../src/terminal/screen/screen.js';
import type { TerminalSize } from '../../src/terminal/terminal-session.js';
import { type AgentName, PINS } from './rig/install.js';
import { ready } from './rig/looks.js';
import { STATES, type State } from './rig/states.js';
import { AgentTerminal } from './rig/terminal.js';

const WIDE: TerminalSize = { cols: 120, rows: 40 };
const SMALL: TerminalSize = { cols: 80, rows: 24 };
/** As long as the random names of the homes. */
const NEUTRAL_NAME = 'project';
const ALSO_SMALL = [
  'ready',
  'ready-after',
  'draft',
  'draft-wrapped',
  'pasted-long',
  'busy',
  'busy-tool',
  'dialog',
  'ready-words',
  'pasted-tall',
];

for (const name of Object.keys(PINS) as AgentName[]) {
  describe.runIf(process.env.SYNAPSE_RECORD)(name, () => {
    for (const [label, state] of Object.entries(STATES)) {
      if (state.agents?.includes(name) === false) continue;
      test(label, () => record({ name, label, state, size: WIDE }));
      if (ALSO_SMALL.includes(label))
        test(`${label}-small`, () => record({ name, label: `${label}-small`, state, size: SMALL }));
    }
  });
}

interface Shot {
  readonly name: AgentName;
  readonly label: string;
  readonly state: State;
  readonly size: TerminalSize;
}

async function record({ name, label, state, size }: Shot): Promise<void> {
  const terminal = await AgentTerminal.start(name, { tools: 'ask', ...state.options, ...size });
  try {
    const before = state.isBeforeReady ? undefined : await ready(name, terminal);
    await state.reach(terminal, name);
    await terminal.settled();
    const reached = label === 'starting' ? (before ?? blank(size)) : terminal.session.screenView();
    const view = scrub(reached, terminal.home.dir);
    const shot = { agent: name, version: PINS[name].version, state: label, ...size, modes: terminal.session.modes };
    const folder = new URL(`../screens/${name}/`, import.meta.url);
    mkdirSync(folder, { recursive: true });
    writeFileSync(new URL(`${label}.json`, folder), spell({ ...shot, view }));
  } finally {
    await terminal.close();
  }
}

/** The agent's home becomes a neutral one of the same length, so that no column moves. */
function scrub(view: ScreenView, dir: string): ScreenView {
  const neutral = '/user/somebody'.padEnd(dir.length - basename(dir).length - 1, '-');
  const clean = (text: string) => text.replaceAll(basename(dir), NEUTRAL_NAME).replaceAll(dirname(dir), neutral);
  return { ...view, rows: view.rows.map((runs) => runs.map((run) => ({ ...run, text: clean(run.text) }))) };
}

/** One row per line, so that a change of a screen reads like one. */
function spell({ view, ...shot }: { readonly view: ScreenView }): string {
  const rows = view.rows.map((runs) => `      ${JSON.stringify(runs)}`).join(',\n');
  const head = JSON.stringify(shot, null, 2).slice(0, -2);
  return `${head},\n  "view": {\n    "cursor": ${JSON.stringify(view.cursor)},\n    "rows": [\n${rows}\n    ]\n  }\n}\n`;
}

/** What an agent shows that draws everything at once. */
function blank({ rows }: TerminalSize): ScreenView {
  return { rows: Array.from({ length: rows }, () => []), cursor: { column: 0, row: 0 } };
}
