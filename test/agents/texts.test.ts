/** Awkward texts through the input boxes of the real agents, counted at the model: exactly once and unchanged. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BoxDelivery } from '../../src/channels/paste/box-delivery.js';
import { typedText } from '../../src/channels/typed-text.js';
import { BUILTIN_PROFILES } from '../../src/profiles/builtin-profiles.js';
import type { Profile } from '../../src/profiles/profile.js';
import { ScreenWatch } from '../../src/terminal/screen/screen-watch.js';
import { type AgentName, PINS } from './install.js';
import { AgentTerminal } from './terminal.js';

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
const FREE_LIMIT_MS = 60_000;
const PERSON = { idleMs: Number.POSITIVE_INFINITY, keepBack: () => {}, letThrough: () => {} };

for (const name of Object.keys(PINS) as AgentName[]) {
  describe(name, () => {
    test.each(SIZES)('$cols x $rows: every text arrives once and unchanged', { timeout: LIMIT_MS }, async (size) => {
      const profile = BUILTIN_PROFILES.find((each) => each.name === name) as Profile;
      const terminal = await AgentTerminal.start(name, size);
      if (name !== 'gemini') makeFiles(terminal.home.cwd);
      const watch = new ScreenWatch(terminal.session, profile.screen);
      const box = new BoxDelivery({
        ...profile,
        terminal: terminal.session,
        watch,
        person: PERSON,
        hasTaken: () => false,
      });
      try {
        const sent = Object.entries(TEXTS).map(([label, text], index) => ({ label, text: typed(index, text) }));
        for (const { label, text } of sent) {
          await free(box);
          const delivered = await box.deliver(text, async () => {});
          expect(delivered, `${label}\n${terminal.session.screenText()}`).toEqual({ type: 'submitted' });
        }
        await free(box);
        expect(terminal.model.prompts().map(shorten)).toEqual(sent.map(({ text }) => text));
      } finally {
        watch.close();
        box.close();
        await terminal.close();
      }
    });
  });
}

/** Menus offer them. Gemini CLI reads every file that a prompt names with @, and no key keeps it from that. */
function makeFiles(cwd: string): void {
  mkdirSync(join(cwd, 'src'));
  for (const path of ['notes.md', 'src/main.ts']) writeFileSync(join(cwd, path), 'An example.\n');
}

function typed(index: number, text: string): string {
  const shortId = index.toString(16).padStart(8, '0');
  return typedText({ shortId, sender: 'tester', text, maxChars: 10_000, takesLines: true, hint: false }).text;
}

async function free(box: BoxDelivery): Promise<void> {
  await expect.poll(() => box.holdReason, { timeout: FREE_LIMIT_MS, interval: 50 }).toBeNull();
}

/** opencode adds a blank to a paste of which it shows only that it is there. */
function shorten(prompt: string): string {
  return prompt.replace(/(\S) $/, '$1');
}
