import { expect, test } from 'vitest';
import { fill } from '../../src/i18n/fill.js';
import { retell, retellNote } from '../../src/i18n/retell.js';
import { heldInWords } from '../../src/i18n/said/held.js';
import { HOST_REASONS, HOSTS } from '../../src/i18n/said/retold/hosts.js';
import { MAIL } from '../../src/i18n/said/retold/mail.js';
import { NOTES } from '../../src/i18n/said/retold/notes.js';
import { REQUESTS } from '../../src/i18n/said/retold/requests.js';
import { SETUP } from '../../src/i18n/said/retold/setup.js';
import { USAGE } from '../../src/i18n/said/retold/usage.js';
import { englishIn } from '../rig/texts/english-in.js';
import { sentencesIn } from '../rig/texts/sentences-in-source.js';

const factsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

const TEXTS = [...NOTES, ...MAIL, ...USAGE, ...REQUESTS, ...SETUP, ...HOSTS, ...HOST_REASONS];

test.each(TEXTS)('"$en" has a Japanese text with the same facts', ({ en, ja }) => {
  expect(factsOf(ja)).toEqual(factsOf(en));
  expect(englishIn(ja)).toEqual([]);
});

test.each(TEXTS)('"$en" is recognized with any facts', ({ en, ja }) => {
  const facts = Object.fromEntries(factsOf(en).map((name) => [name.slice(1, -1), `x${name.length}`]));
  expect(retell('ja', fill(en, facts, 'command'))).toBe(fill(ja, facts, 'command'));
});

test('why a message is held is said in words, with what its screen shows', () => {
  const reason = 'screen, for over a minute; its screen ends with: ~ | ~';
  expect(heldInWords(reason)).toBe('it shows a full-screen program, for over a minute; its screen ends with: ~ | ~');
  expect(heldInWords('a reason of a newer version')).toBe('a reason of a newer version');
  expect(retell('ja', `ada holds the message: ${heldInWords(reason)}`)).toBe(
    'ada はメッセージを保留しています: 全画面のプログラムを表示中、1分以上。画面の末尾: ~ | ~',
  );
});

test.each([
  'installed: claude, codex; not installed: gemini, opencode',
  'The kind must be one of desktop, webhook, ntfy, not "a mail".',
  '--on takes needs-you, failed, done, not "needs you".',
  '--since takes 10m, 2h, 3d or a date, not "last week".',
  'There is no setting "my name"; the settings are human, host, language.',
  'You are mia here, but the person of shop is ann, bob. Only a person of the team can assign work and read its notices.',
  'ada ran in /srv/my project, which is no longer a folder.',
  'next attempt at 2026-11-19 20:04:11: the program has ended',
])('a fact of several words is recognized: %s', (sentence) => {
  expect(retell('ja', sentence)).not.toBe(sentence);
});

test('a fact that is such a sentence is said again too', () => {
  expect(retell('ja', 'cannot read the chat: nothing listens there')).toBe(
    'チャットを読み込めません: 待ち受けているプログラムがありません',
  );
});

test('the mark of a line is said in Japanese, also if it is colored', () => {
  expect(retellNote('ja', 'error: The message is empty.\nhint: synapse show 1')).toBe(
    'エラー: メッセージが空です。\nヒント: synapse show 1',
  );
  expect(retellNote('ja', '\u001b[31merror:\u001b[39m The message is empty.')).toBe(
    '\u001b[31mエラー:\u001b[39m メッセージが空です。',
  );
});

test('what a person or an agent has written stays as it is', () => {
  expect(retell('ja', 'Please review this today.')).toBe('Please review this today.');
  const words = 'The database is not running.\nThere is no folder docs.';
  expect(retellNote('ja', `error: worker failed: ${words}\nhint: synapse show 1`)).toBe(
    `エラー: worker は失敗しました: ${words}\nヒント: synapse show 1`,
  );
});

/** Sentences for the log and for whoever builds Synapse. */
const NOT_FOR_READERS = /^src\/cli\/(man|commands\/demo)\//;

const FOUND = sentencesIn('src').filter(({ file }) => !NOT_FOR_READERS.test(file));

test('the source has sentences that are printed and thrown', () => {
  expect(FOUND.length).toBeGreaterThan(80);
});

test.each(FOUND)('$file: "$text" has a Japanese text', ({ text }) => {
  const said = retellNote('ja', text);
  expect(englishIn(said)).toEqual([]);
});
