import { expect, test } from 'vitest';
import { isForgettable, type MessageFacts } from '../../../src/team/chat/prune-chat.js';

const OVER: MessageFacts = {
  receiver: { handedSeq: 10, typedFrom: 10, typedTo: 10 },
  conversation: { state: 'ended', initiator_told: 1, participant_told: 1 },
  hasUnreadNotice: false,
  taskStatuses: ['done'],
  writtenSeqs: [10, 12],
};
const talk = (changes: Partial<NonNullable<MessageFacts['conversation']>>) => ({
  ...OVER,
  conversation: { state: 'ended', initiator_told: 1, participant_told: 1, ...changes } as const,
});

test.each<[string, MessageFacts, boolean]>([
  ['everything about it is over', OVER, true],
  [
    'it stands alone',
    {
      receiver: OVER.receiver,
      hasUnreadNotice: false,
      conversation: undefined,
      taskStatuses: [],
      writtenSeqs: [],
    },
    true,
  ],
  ['it waits to be handed out', { ...OVER, receiver: { handedSeq: 9, typedFrom: 9, typedTo: 9 } }, false],
  [
    'it may not be kept for the terminal yet',
    { ...OVER, receiver: { handedSeq: 10, typedFrom: 9, typedTo: 10 } },
    false,
  ],
  ['its conversation goes on', talk({ state: 'active' }), false],
  ['nobody was told of the end', talk({ state: 'terminating', initiator_told: 0 }), false],
  ['one may not know of the end', talk({ participant_told: 0 }), false],
  ['one was told in a terminal that may not have kept it', talk({ initiator_told: 2 }), false],
  ['nobody came', talk({ state: 'expired' }), true],
  ['a notice about its conversation is unread', { ...OVER, hasUnreadNotice: true }, false],
  ['its work task is open', { ...OVER, taskStatuses: ['done', 'blocked'] }, false],
  ['a file lacks it', { ...OVER, writtenSeqs: [10, 9] }, false],
])('where %s', (_what, facts, isGone) => {
  expect(isForgettable(10, facts)).toBe(isGone);
});
