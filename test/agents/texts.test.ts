/** Awkward texts through the input boxes of the real agents, counted at the model: exactly once and unchanged. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BoxedAgent } from './boxed.js';
import { type AgentName, PINS } from './install.js';

const TEXTS: Readonly<Record<string, string>> = {
  'one line': 'a single line',
  'six lines': Array.from({ length: 6 }, (_, line) => `line ${line}`).join('\n'),
  'thirty lines': Array.from({ length: 30 }, (_, line) => `line ${line} of thirty`).join('\n'),
  '900 characters': 'word '.repeat(180).trim(),
  '9 KB': 'All work and no play. '.repeat(400).trim(),
  Japanese: '漢字とかな、カタカナ。'.repeat(20),
  emoji: 'done 🎉 👩‍💻 ✅',
  'a last backslash': 'the path is C:\\',
  'a last file name': 'look at @note',
  'a last folder': 'look at @src/',
  'a last unknown name': 'ask @nobody',
  'a last skill': 'use $skill',
  'a last command': 'try /help',
  'a first command': '/help me',
  'a first shell command': '!ls',
  'a last shell command': 'run !ls',
  'words of work': 'press esc to interrupt',
  'words of more work': '⠇ Thinking... (esc to cancel, 1s)',
  'a choice of Claude Code': '❯ 1. Yes',
  'a choice of Gemini CLI': '● 1. Allow once',
  'a question of opencode': '△ Permission required',
  tabs: 'a\tb\tc',
  digits: '1234567890',
  quotes: `"double" 'single' \`back\``,
};
const SIZES = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
];
const LIMIT_MS = 20 * 60_000;

for (const name of Object.keys(PINS) as AgentName[]) {
  describe(name, () => {
    test.each(SIZES)('$cols x $rows: every text arrives once and unchanged', { timeout: LIMIT_MS }, async (size) => {
      const agent = await BoxedAgent.start(name, size);
      const { terminal, box } = agent;
      if (name !== 'gemini') makeFiles(terminal.home.cwd);
      try {
        const sent = Object.entries(TEXTS).map(([label, text], index) => ({ label, text: agent.typed(index, text) }));
        for (const { label, text } of sent) {
          await agent.free();
          const delivered = await box.deliver(text, async () => {});
          expect(delivered, `${label}\n${terminal.session.screenText()}`).toEqual({ type: 'submitted' });
        }
        await agent.free();
        expect(terminal.model.prompts().map(shorten)).toEqual(sent.map(({ text }) => asRead(name, text)));
      } finally {
        await agent.close();
      }
    });
  });
}

/** Menus offer them. Gemini CLI reads every file that a prompt names with @, and no key keeps it from that. */
function makeFiles(cwd: string): void {
  mkdirSync(join(cwd, 'src'));
  for (const path of ['notes.md', 'src/main.ts']) writeFileSync(join(cwd, path), 'An example.\n');
}

/** Claude Code turns tabs into blanks. */
function asRead(name: AgentName, text: string): string {
  return name === 'claude' ? text.replaceAll('\t', '    ') : text;
}

/** opencode adds a blank to a paste of which it shows only that it is there. */
function shorten(prompt: string): string {
  return prompt.replace(/(\S) $/, '$1');
}
