/** What is written about Synapse must be true of the command line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chosenAgents } from '../../../src/cli/commands/init/agents.js';
import { INIT_AGENTS } from '../../../src/cli/commands/init/spec.js';
import { COMMAND_WORDS } from '../../../src/cli/commands/table.js';
import { ALLOWED_COMMANDS } from '../../../src/cli/init/agents/allowed-commands.js';
import { INSTRUCTIONS } from '../../../src/cli/init/agents/instructions.js';
import { AGENT_SETUPS } from '../../../src/cli/init/agents/table.js';
import { starterTeam } from '../../../src/cli/init/starter-team.js';
import { parseCommandLine } from '../../../src/cli/spec/parse.js';
import { readTeamFile } from '../../../src/cli/up/team-file/read-team-file.js';
import { TOOLS } from '../../../src/tools/table.js';

/** Every `synapse …` in the text, as words; `"…"` is one. */
const COMMANDS_IN_TEXT = [...INSTRUCTIONS.matchAll(/synapse ((?!`)[^`)]*)[`)]/g)]
  .map(([, words = '']) => words.match(/"[^"]*"|\S+/g) ?? [])
  .filter(([first]) => first !== undefined && /^[a-z]+$/.test(first));

test('the commands in the instructions are command lines that Synapse understands', () => {
  expect(COMMANDS_IN_TEXT.length).toBeGreaterThan(12);
  for (const words of COMMANDS_IN_TEXT.filter(([first]) => first !== 'tool')) parseCommandLine(words);
});

test('the tools in the instructions exist and take these arguments', () => {
  const calls = COMMANDS_IN_TEXT.filter(([first]) => first === 'tool');
  expect(calls.length).toBeGreaterThan(4);
  for (const [, name, ...words] of calls) {
    const tool = TOOLS.find((each) => each.name === name);
    expect(tool, name).toBeDefined();
    const known = Object.keys(tool?.properties ?? {});
    for (const word of words.filter((each) => each.startsWith('--'))) expect(known, name).toContain(word.slice(2));
    for (const required of tool?.required ?? []) expect(words, name).toContain(`--${required}`);
  }
});

test('an agent may run the commands that it is told about, and no command that starts programs or types keys', () => {
  const told = new Set(COMMANDS_IN_TEXT.map(([first = '']) => first));
  expect([...told].filter((word) => !ALLOWED_COMMANDS.includes(word))).toEqual([]);
  expect(ALLOWED_COMMANDS.filter((word) => !COMMAND_WORDS.includes(word))).toEqual([]);
  const risky = ['start', 'keys', 'answer', 'up', 'agent', 'attach', 'stop', 'init', 'token', 'work', 'profiles'];
  expect(ALLOWED_COMMANDS.filter((word) => risky.includes(word))).toEqual([]);
});

test('the command line names the agents that can be set up', () => {
  expect(AGENT_SETUPS.map(({ name }) => name)).toEqual([...INIT_AGENTS]);
});

test.each(['shop', 'My Shop: "v2"', '日本', '.hidden', '1'])(
  'the team file for a folder called %s is valid',
  async (name) => {
    const dir = mkdtempSync(join(tmpdir(), 'team-'));
    try {
      const file = join(dir, 'synapse.yaml');
      writeFileSync(file, starterTeam(`/somewhere/${name}`, ['codex', 'gemini']));
      const team = await readTeamFile(file, { home: dir });
      expect(team.project.name).toBe(name);
      expect(team.agents.map(({ id }) => id)).toEqual(['owner', 'lead', 'builder']);
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);

test('agents are named as arguments or with --agent', async () => {
  expect(await chosenAgents(['gemini'], { agent: ['claude', 'gemini'] })).toEqual(['claude', 'gemini']);
  await expect(chosenAgents([], { agent: ['codx'] })).rejects.toThrow(/codex/);
});
