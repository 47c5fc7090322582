import { expect, test } from 'vitest';
import { givenBy, provenBy } from '../../../../src/channels/claude/proof/transcript-lines.js';

const MESSAGE = { role: 'user', content: '[A2A:1:x] hi' };
const QUEUE = { type: 'queue-operation', commandUuid: 'u' };

test.for([
  [{ type: 'user', uuid: 'u', isSidechain: false, message: MESSAGE }, 'u'],
  [{ ...QUEUE, operation: 'remove', reason: 'absorbed_mid_turn' }, 'u'],
  [{ type: 'user', uuid: 'u', isSidechain: true, message: MESSAGE }, null],
  [{ ...QUEUE, operation: 'enqueue', content: '[A2A:1:x] hi' }, null],
  [{ ...QUEUE, operation: 'remove', reason: 'cleared' }, null],
  [{ type: 'attachment', attachment: { type: 'queued_command', source_uuid: 'u' } }, null],
  [{ type: 'assistant', uuid: 'u' }, null],
  [null, null],
] as const)('%j proves %s', ([line, uuid]) => {
  expect(provenBy(JSON.stringify(line))).toBe(uuid);
});

test('half a line proves nothing', () => {
  expect(provenBy('{"type":"user","uuid":"u"')).toBeNull();
  expect(givenBy('{"type":"user","uuid":"u"')).toBeNull();
});

test.for([
  [
    { type: 'user', uuid: 'u', message: MESSAGE },
    { uuid: 'u', text: '[A2A:1:x] hi' },
  ],
  [
    {
      type: 'user',
      uuid: 'u',
      message: {
        content: [
          { type: 'text', text: 'a' },
          { type: 'tool_result', content: 'b' },
        ],
      },
    },
    { uuid: 'u', text: 'a\n' },
  ],
  [
    { type: 'attachment', attachment: { type: 'queued_command', source_uuid: 'u', prompt: 'a' } },
    { uuid: 'u', text: 'a' },
  ],
  [
    { type: 'attachment', attachment: { type: 'hook_additional_context', content: ['a'] } },
    { uuid: null, text: 'a' },
  ],
  [{ type: 'queue-operation', operation: 'enqueue', content: 'a' }, null],
  [{ type: 'attachment', attachment: { type: 'hook_success', stdout: 'a' } }, null],
  [{ type: 'user', uuid: 'u', isSidechain: true, message: MESSAGE }, null],
] as const)('%j gave the model %j', ([line, given]) => {
  expect(givenBy(JSON.stringify(line))).toEqual(given);
});
