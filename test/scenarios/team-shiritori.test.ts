/** Two workers play shiritori for five rounds: from the request to the moment both know of the end. */
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { BINARY } from '../rig/binary.js';
import { finished } from '../rig/home.js';
import { testInTeam } from '../rig/team.js';

const test = testInTeam();
const PLAYER = fileURLToPath(new URL('../rig/programs/shiritori.mjs', import.meta.url));
const A_SAYS = ['しりとりをしましょう。りんご', 'らっぱ', 'りす', 'いか', 'めだか'];
const B_SAYS = ['ごりら', 'ぱせり', 'すいか', 'かめ', 'かい'];
const LAST = '5ターン完了。終了します';

interface Step {
  readonly tool: string;
  readonly action?: string;
  readonly [key: string]: unknown;
}

/** Some forty processes one after the other: on a busy machine that takes its time. */
const LIMIT_MS = 120_000;

test('worker-a and worker-b play five rounds and end', { timeout: LIMIT_MS }, async ({ team, home }) => {
  await team.agent('worker-a', { parent: 'tester', name: 'Analysis Worker' });
  await team.agent('worker-b', { parent: 'tester' });
  const play = async (id: string, partner: string, words: readonly string[], env: Record<string, string> = {}) => {
    const SYNAPSE_SESSION_TOKEN = await team.session(id);
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [PLAYER, BINARY, partner, ...words], {
      cwd: home.dir,
      env: home.environment({ SYNAPSE_SESSION_TOKEN, ...env }),
    });
    const { code, stdout, stderr } = await finished(child);
    expect([id, code, stderr]).toEqual([id, 0, '']);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Step);
  };
  const [a, b] = await Promise.all([
    play('worker-a', 'worker-b', A_SAYS, { SHIRITORI_BEGINS: 'yes' }),
    play('worker-b', 'worker-a', B_SAYS),
  ]);

  const conversationId = String(a.find(({ tool }) => tool === 'start_conversation')?.conversation_id);
  expect(a.at(0)).toMatchObject({ tool: 'start_conversation', status: 'pending', target_agent_id: 'worker-b' });
  expect(b.filter(({ action }) => action === 'conversation_request')).toMatchObject([
    {
      conversation_id: conversationId,
      from_agent_id: 'worker-a',
      from_agent_name: 'Analysis Worker',
      purpose: 'しりとり',
    },
  ]);
  expect(a.find(({ tool }) => tool === 'end_conversation')).toMatchObject({ status: 'terminating' });
  expect(b.filter(({ action }) => action === 'conversation_ended')).toMatchObject([
    { conversation_id: conversationId, ended_by: 'worker-a', reason: 'initiator_ended' },
  ]);
  expect(await team.conversation(conversationId)).toMatchObject({ state: 'ended', turns: 11 });

  const rounds = A_SAYS.flatMap((word, index) => [
    { senderId: 'worker-a', content: word },
    { senderId: 'worker-b', content: B_SAYS[index] },
  ]);
  const said = [...rounds, { senderId: 'worker-a', content: LAST }];
  for (const [id, partner] of [
    ['worker-a', 'worker-b'],
    ['worker-b', 'worker-a'],
  ] as const) {
    const lines = team.lines(id);
    const expected = said.map(({ senderId, content }, index) => ({
      id: lines[index].id,
      senderId,
      ...(senderId === id ? { receiverId: partner } : {}),
      content,
      createdAt: lines[index].createdAt,
      conversationId,
    }));
    expect(lines).toEqual(expected);
  }
  expect(team.lines('worker-a').map(({ id }) => id)).toEqual(team.lines('worker-b').map(({ id }) => id));
});
