/** Two workers play shiritori for five rounds: from the request to the moment both know of the end. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { BINARY } from '../../rig/home/binary.js';
import { finished } from '../../rig/home/home.js';
import { type TestTeam, testInTeam } from '../../rig/team/team.js';

const test = testInTeam();
const PLAYER = fileURLToPath(new URL('../../rig/programs/shiritori.mjs', import.meta.url));
const A_SAYS = ['しりとりをしましょう。りんご', 'らっぱ', 'りす', 'いか', 'めだか'];
const B_SAYS = ['ごりら', 'ぱせり', 'すいか', 'かめ', 'かい'];
const LAST = '5ターン完了。終了します';

interface Step {
  readonly tool: string;
  readonly action?: string;
  readonly [key: string]: unknown;
}

/** About twenty processes one after the other, which takes a while on a busy machine. */
const LIMIT_MS = 240_000;

test('worker-a and worker-b play five rounds and end', { timeout: LIMIT_MS }, async ({ team, home }) => {
  await team.agent('worker-a', { parent: 'tester', name: 'Analysis Worker' });
  await team.agent('worker-b', { parent: 'tester' });
  const play = async (id: string, partner: string, words: readonly string[], env: Record<string, string> = {}) => {
    const SYNAPSE_SESSION_TOKEN = await team.session(id);
    const SYNAPSE_PORT = String(team.daemon.entry.port);
    const child = spawn(process.execPath, [PLAYER, partner, ...words], {
      cwd: home.dir,
      env: home.environment({ SYNAPSE_SESSION_TOKEN, SYNAPSE_BIN: BINARY, SYNAPSE_PORT, ...env }),
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

  filesAreExact(team, { conversationId, a: 'worker-a', b: 'worker-b' });
});

test('the same in two chat terminals: everything is typed in, and answered with reply', { timeout: LIMIT_MS }, async ({
  team,
  home,
}) => {
  const sit = (id: string, partner: string, words: readonly string[], env: Record<string, string> = {}) =>
    home.agent(id, {
      options: ['--project', 'shop', '--purpose', 'chat'],
      program: [process.execPath, PLAYER, partner, ...words],
      env: { SHIRITORI_TYPED: 'yes', ...env },
    });
  const b = await sit('player-b', 'player-a', B_SAYS);
  const a = await sit('player-a', 'player-b', A_SAYS, { SHIRITORI_BEGINS: 'yes' });
  const ended = async () => {
    const { conversations } = await team.ask('/conversations?project=shop');
    return conversations.find(({ participant_id }: { participant_id: string }) => participant_id === b.id);
  };
  await expect
    .poll(ended, { timeout: LIMIT_MS / 2, interval: 50 })
    .toMatchObject({ state: 'ended', turns: 11, ended_by: a.id, end_reason: 'initiator_ended' });
  filesAreExact(team, { conversationId: (await ended()).id, a: a.id, b: b.id });
});

/** Eleven lines in each, in the same order, each with the conversation; the sender's own say to whom. */
function filesAreExact(
  team: TestTeam,
  { conversationId, a, b }: { conversationId: string; a: string; b: string },
): void {
  const said = [
    ...A_SAYS.flatMap((word, index) => [
      { senderId: a, content: word },
      { senderId: b, content: B_SAYS[index] },
    ]),
    { senderId: a, content: LAST },
  ];
  for (const [id, partner] of [
    [a, b],
    [b, a],
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
  expect(team.lines(a).map(({ id }) => id)).toEqual(team.lines(b).map(({ id }) => id));
}
