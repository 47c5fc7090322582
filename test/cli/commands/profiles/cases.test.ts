/** How `profiles test` judges what it sees. */
import { expect, test } from 'vitest';
import { type Case, tryCase } from '../../../../src/cli/commands/profiles/trial/cases.js';
import type { Receipt, Trial } from '../../../../src/cli/commands/profiles/trial/trial.js';

const READ: Receipt = { state: 'submitted', reason: null, via: 'claude-socket' };
const TYPED: Receipt = { ...READ, via: 'paste' };
const HELD: Receipt = { state: 'held', reason: 'draft', via: 'paste' };
const LOST: Receipt = { state: 'uncertain', reason: 'no_evidence', via: 'claude-socket' };

test.each<[string, Case, Parameters<typeof scripted>[0], object]>([
  ['a message that was read holds', 'idle', {}, { ok: true, via: 'claude-socket', note: '' }],
  ['one without evidence does not', 'idle', { receipts: [LOST] }, { ok: false, note: 'uncertain: no_evidence' }],
  ['nor one that is not shown', 'idle', { shown: [] }, { ok: false, note: 'it does not show the message' }],
  ['another channel says nothing', 'idle', { receipts: [TYPED] }, { ok: null, note: 'another channel took it: paste' }],
  ['a program that never gets ready does not hold', 'idle', { status: ['starting'] }, { ok: false }],
  ['mail during the work holds', 'busy', {}, { ok: true, note: 'during its work' }],
  [
    'a program without work cannot be tried',
    'busy',
    { status: ['ready'] },
    { ok: null, note: 'it was not seen to work' },
  ],
  ['a draft that stays holds', 'draft', {}, { ok: true, note: 'the draft stayed' }],
  ['a draft that is lost does not', 'draft', { shown: [true, false] }, { ok: false, note: 'the draft is gone' }],
  ['a draft that cannot be seen cannot be tried', 'draft', { shown: [] }, { ok: null }],
  [
    'mail that waits for a draft holds',
    'draft',
    { receipts: [HELD, READ] },
    { ok: true, note: 'waited for the draft' },
  ],
])('%s', async (_, which, script, expected) => {
  expect(await tryCase(which, scripted(script), 'claude-socket')).toMatchObject(expected);
});

/** A trial that tells these things, one after the other, and the last one for ever. */
function scripted({
  receipts = [READ],
  shown = [true],
  status = ['ready', 'busy'],
}: {
  receipts?: readonly Receipt[];
  shown?: readonly boolean[];
  status?: readonly string[];
}): Trial {
  const [tellReceipt, tellShown, tellStatus] = [teller(receipts, READ), teller(shown, false), teller(status, 'ready')];
  return {
    send: async () => ({ id: '12345678-1', at: performance.now() }),
    taken: async () => undefined,
    settled: async () => tellReceipt(),
    receipts: async () => receipts,
    status: async () => tellStatus(),
    shows: async () => tellShown(),
    until: async (isSo: () => Promise<boolean>) => isSo(),
    press: async () => undefined,
    screen: async () => 'a screen',
  } as unknown as Trial;
}

function teller<T>(things: readonly T[], otherwise: T): () => T {
  let told = 0;
  return () => things[Math.min(told++, things.length - 1)] ?? otherwise;
}
