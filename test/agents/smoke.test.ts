/** Every real agent starts offline and accepts a pasted prompt, and its model gets exactly that. */
import { expect, test } from 'vitest';
import { type AgentName, PINS } from './rig/install.js';
import { ready, submit } from './rig/looks.js';
import { AgentTerminal } from './rig/terminal.js';

const PROMPT = '[A2A:1a2b3c4d:tester] hello, こんにちは';

test.for(Object.keys(PINS) as AgentName[])('%s hears exactly what was pasted', async (name) => {
  const terminal = await AgentTerminal.start(name);
  try {
    await ready(name, terminal);
    await submit(terminal, PROMPT);
    await terminal.shows('Understood.');
    expect(terminal.model.prompts()).toEqual([PROMPT]);
  } finally {
    await terminal.close();
  }
});

test.for(Object.keys(PINS) as AgentName[])('%s runs a shell command when its model says so', async (name) => {
  const terminal = await AgentTerminal.start(name);
  try {
    terminal.model.script(() => ({ shell: "printf '%s apples' 42", afterwards: 'That was all.' }));
    await ready(name, terminal);
    await submit(terminal, 'Count the apples.');
    await terminal.shows('That was all.');
    expect(terminal.model.results()).toEqual([expect.stringContaining('42 apples')]);
    expect(terminal.model.prompts()).toEqual(['Count the apples.']);
  } finally {
    await terminal.close();
  }
});
