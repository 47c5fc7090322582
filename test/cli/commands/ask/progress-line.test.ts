import { afterEach, expect, test } from 'vitest';
import { describeProgress, type Progress } from '../../../../src/cli/commands/ask/progress-line.js';
import { displayWidth } from '../../../../src/cli/print/width.js';

const NOW = Date.parse('2026-03-05T10:00:00Z');
const at = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000).toISOString();
const BUSY: Progress = {
  target: 'claude',
  id: '3f2a91c0',
  receipt: { state: 'submitted', reason: null },
  status: { state: 'busy', since: at(12) },
};
const VIEW = { now: NOW, startedAt: NOW - 65_000, width: 80 };

afterEach(() => {
  delete process.env.SYNAPSE_LANG;
});

test.each<[string, Partial<Progress>, string]>([
  ['busy', {}, 'claude · taken · busy 12 s · 3f2a91c0'],
  [
    'a dialog',
    { status: { state: 'waiting', since: at(4000) } },
    'claude · taken · waits for a person 1 h 6 min · 3f2a91c0',
  ],
  ['ready', { status: { state: 'ready', since: at(9000) } }, 'claude · taken · ready · 1 min 5 s · 3f2a91c0'],
  [
    'down',
    { status: { state: 'stopped', since: null }, receipt: { state: 'queued', reason: null } },
    'claude · queued · not running · 1 min 5 s · 3f2a91c0',
  ],
  [
    'a draft',
    { status: { state: 'ready', since: at(9000) }, receipt: { state: 'held', reason: 'draft' } },
    "claude · held: a person's draft is there · ready · 1 min 5 s · 3f2a91c0",
  ],
  [
    'paused',
    { status: { state: 'paused', since: at(9000) }, receipt: { state: 'held', reason: 'paused' } },
    'claude · held · paused · 1 min 5 s · 3f2a91c0',
  ],
  [
    'a person',
    { status: null, receipt: { state: 'submitted', reason: 'read' } },
    'claude · read · 1 min 5 s · 3f2a91c0',
  ],
  [
    'a state of a newer daemon',
    { status: { state: 'dreaming', since: at(1) }, receipt: { state: 'seen', reason: null } },
    'claude · seen · dreaming · 1 min 5 s · 3f2a91c0',
  ],
  ['a clock that was set back', { status: { state: 'busy', since: at(-30) } }, 'claude · taken · busy 0 s · 3f2a91c0'],
])('%s', (_what, changes, line) => {
  expect(describeProgress({ ...BUSY, ...changes }, VIEW)).toBe(line);
});

test('the name gives way first, then what the agent does; the id stays as long as there is room for it', () => {
  const progress = { ...BUSY, target: '日本語の名前のエージェント' };
  expect(describeProgress(progress, { ...VIEW, width: 40 })).toBe('日本語の… · taken · busy 12 s · 3f2a91c0');
  expect(describeProgress(progress, { ...VIEW, width: 30 })).toBe('日本語の名… · taken · 3f2a91c0');
  expect(describeProgress(progress, { ...VIEW, width: 18 })).toBe('3f2a91c0 · taken');
  for (let width = 1; width < 60; width += 1)
    expect(displayWidth(describeProgress(progress, { ...VIEW, width }))).toBeLessThanOrEqual(width);
});

test('in Japanese', () => {
  process.env.SYNAPSE_LANG = 'ja';
  expect(describeProgress(BUSY, VIEW)).toBe('claude · 受領済み · 作業中 12 秒 · 3f2a91c0');
});
