import { expect, test } from 'vitest';
import { describeReply, type ReplyAnswer, runReply } from '../../../../src/cli/commands/reply/run.js';

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
  [{}, { partial: true }, 'Added a part to the reply to ada. The request stays open.'],
  [{}, { reject: true }, 'Rejected the request from ada.'],
] as const)('an answer %j to a reply with %j is printed as: %s', (answer, options, sentence) => {
  expect(describeReply({ ...DELIVERED, ...answer }, options)).toBe(sentence);
});

test.each([
  [{ ask: true, reject: true }, 'Use --ask or --reject, not both.'],
  [{ artifact: ['/no/such/file'] }, '--artifact: there is no file /no/such/file.'],
  [{ artifact: ['/dev/zero'] }, '--artifact: /dev/zero is not a regular file.'],
  [{ artifactUrl: ['nowhere'] }, '--artifact-url: nowhere is not an address.'],
  [{ data: '{' }, '--data is not valid JSON'],
] as const)('a reply with %j is refused: %s', async (options, reason) => {
  await expect(runReply(['x'], options)).rejects.toThrow(reason);
});
