import { expect, test } from 'vitest';
import { describeReply, type ReplyAnswer } from '../../../../src/cli/commands/reply/run.js';

const DELIVERED: ReplyAnswer = {
  outcome: 'delivered',
  target: 'ada',
  target_down: false,
  late: false,
  task_gone: false,
};

test.each([
  [{}, {}, 'Replied to ada.'],
  [{}, { ask: true }, 'Asked ada. The request stays open.'],
  [{}, { fail: true }, 'Closed the request from ada as failed.'],
  [{ late: true }, {}, 'The request was already closed; ada gets your reply as an ordinary message.'],
  [{ task_gone: true }, {}, 'ada no longer has the request; your reply was delivered as an ordinary message.'],
  [{ outcome: 'queued', target_down: true }, {}, 'ada is not running; the reply is queued.'],
  [{ outcome: 'queued' }, {}, 'ada does not answer; the reply is queued.'],
  [{ outcome: 'failed' }, {}, 'error: ada did not accept the reply.'],
] as const)('an answer %j to a reply with %j is printed as: %s', (answer, options, sentence) => {
  expect(describeReply({ ...DELIVERED, ...answer }, options)).toBe(sentence);
});
