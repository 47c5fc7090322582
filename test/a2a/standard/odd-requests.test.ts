/** No request, however odd, is answered with an internal error. The requests come from a seed. */
import { expect } from 'vitest';
import { test } from '../../rig/home/in-process.js';
import { Dice, oddBody, oddWord } from '../../rig/texts/odd-values.js';
import { isThorough } from '../../rig/thorough.js';

const SEED = Number(process.env.SYNAPSE_TEST_SEED ?? 20_261_118);
const ROUNDS = isThorough ? 200 : 20;

const CONFIG = {
  taskId: 'x',
  id: 'a',
  url: 'https://203.0.113.1/',
  token: 't',
  authentication: { scheme: 'Bearer', credentials: 'c' },
};
const PARTS = [
  { text: 'a' },
  { raw: 'aGk=', filename: 'f', mediaType: 'm' },
  { url: 'https://example.com' },
  { data: { a: [1] } },
];
const SEND = {
  message: {
    messageId: 'm',
    role: 'ROLE_USER',
    parts: PARTS,
    contextId: 'c',
    metadata: { 'synapse.message_id': 'x' },
    extensions: ['e'],
    referenceTaskIds: ['r'],
  },
  configuration: {
    returnImmediately: true,
    historyLength: 1,
    taskPushNotificationConfig: CONFIG,
    acceptedOutputModes: ['text/plain'],
  },
};
const LEGACY = {
  message: {
    kind: 'message',
    messageId: 'm',
    role: 'user',
    parts: [
      { kind: 'text', text: 'a' },
      { kind: 'file', file: { bytes: 'aGk=' } },
    ],
  },
  configuration: { blocking: false },
};

/** Right parameters, to be made wrong in one place or another. */
const METHODS: Readonly<Record<string, unknown>> = {
  SendMessage: SEND,
  SendStreamingMessage: SEND,
  GetTask: { id: 'x', historyLength: 1 },
  ListTasks: {
    contextId: 'c',
    status: 'TASK_STATE_WORKING',
    pageSize: 5,
    pageToken: '',
    statusTimestampAfter: '2026-01-01T00:00:00Z',
  },
  CancelTask: { id: 'x' },
  SubscribeToTask: { id: 'x' },
  CreateTaskPushNotificationConfig: CONFIG,
  GetTaskPushNotificationConfig: { taskId: 'x', id: 'a' },
  GetExtendedAgentCard: {},
  'message/send': LEGACY,
  'message/stream': LEGACY,
  'tasks/get': { id: 'x' },
  'tasks/resubscribe': { id: 'x' },
  'tasks/pushNotificationConfig/set': { taskId: 'x', pushNotificationConfig: { url: 'https://203.0.113.1/', id: 'a' } },
};

test(`odd requests of A2A clients get errors of the standard (seed ${SEED})`, async ({ daemons }) => {
  // The agent's own key: whatever is right about a message is refused in the end, so that nothing waits for an answer.
  const mia = await daemons.person('mia');
  const dice = new Dice(SEED);
  const wrong: unknown[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [method, params] of Object.entries(METHODS)) {
      const version = method.includes('/') ? '0.3' : '1.0';
      const headers = { 'a2a-version': dice.happens(0.95) ? version : oddWord(dice).replace(/[^\x21-\x7e]/g, '') };
      const isRest = method.startsWith('Send') && dice.happens(0.3);
      const path = isRest ? `/a2a/rest/message:${method === 'SendMessage' ? 'send' : 'stream'}` : '/a2a';
      const body = oddBody(dice, isRest ? params : { jsonrpc: '2.0', id: 1, method, params });
      const { status, body: answer } = await mia.call(path, { body, headers });
      const text = JSON.stringify(answer);
      const isInternal = status >= 500 || text.includes('-32603') || text.includes('INTERNAL');
      if (isInternal) wrong.push({ method, headers, body: String(body).slice(0, 400), status, text });
    }
  }
  expect(wrong).toEqual([]);
  expect((await mia.call('/status')).status).toBe(200);
});
