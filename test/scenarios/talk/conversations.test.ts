/** Conversations across daemons: a caller that waits at one daemon hears at once of changes at another. */
import { expect } from 'vitest';
import type { Agent } from '../../rig/home/home.js';
import { type Member, testInTeam } from '../../rig/team/team.js';
import { bestOf, median, stretched } from '../../rig/times.js';

const test = testInTeam();
const told = async (member: Member) => member.do('get_next_action');

const ROUNDS = 7;
const PATIENCE = { timeout: 90_000 };

/** The time from the answer to a start at one daemon until a caller that waits at another has the request. */
async function wakingMs({ a, b, other }: { a: Member; b: Member; other: Agent }): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const waiting = other.call('/tools/get_next_action', { key: b.token, body: { timeout_seconds: 20 } });
    // The earlier one is answered, so now this one waits.
    expect((await other.call('/tools/get_next_action', { key: b.token, body: {} })).body.action).toBe(
      'wait_for_messages',
    );
    const conversation_id = await a.start(b);
    const startedMs = performance.now();
    expect((await waiting).body).toMatchObject({ action: 'conversation_request', conversation_id });
    times.push(performance.now() - startedMs);
    await a.do('end_conversation');
    await told(b);
  }
  return median(times);
}

/** Some ten milliseconds on an idle machine are usual; without the poke it would be half a second in most rounds. */
async function promptly(): Promise<number> {
  return Math.min(await stretched(100), 300);
}

test(
  'a waiting get_next_action learns at once what happens, also in another daemon',
  PATIENCE,
  async ({ team, home }) => {
    const { a, b } = await team.pair();
    const other = await home.agent(undefined, { options: ['--project', 'shop'] });
    const limitMs = await promptly();
    expect(await bestOf(5, limitMs, () => wakingMs({ a, b, other }))).toBeLessThan(limitMs);
  },
);

test('a daemon that hangs does not keep others from hearing of changes', PATIENCE, async ({ team, home }) => {
  const { a, b } = await team.pair();
  const [stuck, other] = [
    await home.agent(undefined, { options: ['--project', 'shop'] }),
    await home.agent(undefined, { options: ['--project', 'shop'] }),
  ];
  process.kill(stuck.entry.pid, 'SIGSTOP');
  try {
    await a.do('send_message', { target_agent_id: 'tester', content: 'the first poke gets stuck' });
    const limitMs = await promptly();
    expect(await bestOf(5, limitMs, () => wakingMs({ a, b, other }))).toBeLessThan(limitMs);
  } finally {
    process.kill(stuck.entry.pid, 'SIGCONT');
  }
});
