/** Many agents in one project, each in conversations with three others, while daemons are killed and come back. */
import { expect } from 'vitest';
import type { Agent, Answer } from '../../rig/home/agent.js';
import { killDaemon } from '../../rig/home/processes.js';
import { type Member, testInTeam } from '../../rig/team/team.js';
import { isThorough } from '../../rig/thorough.js';

const test = testInTeam();
/** `npm run test:all` sends about two thousand messages, `npm test` about two hundred. */
const AGENTS = isThorough ? 20 : 8;
const ROUNDS = 2;
const TURNS = isThorough ? 34 : 9;
const KILLS = isThorough
  ? ([
      ['d1', 300],
      ['d2', 900],
    ] as const)
  : ([
      ['d1', 30],
      ['d2', 90],
    ] as const);
const LIMIT_MS = 240_000;

/** The daemons that serve the tools; calls go to any of them that is there. */
class Daemons {
  readonly #alive = new Map<string, Agent>();
  readonly tookMs: number[] = [];
  #next = 0;

  set(id: string, agent: Agent | null): void {
    if (agent) this.#alive.set(id, agent);
    else this.#alive.delete(id);
  }

  /** Null if the daemon died meanwhile, so that it is unknown whether the call was made. */
  async call(token: string, tool: string, args: Record<string, unknown>): Promise<Answer | null> {
    const daemons = [...this.#alive.values()];
    const daemon = daemons[this.#next++ % daemons.length] as Agent;
    const began = performance.now();
    try {
      const answer = await daemon.call(`/tools/${tool}`, { key: token, body: args });
      this.tookMs.push(performance.now() - began);
      return answer;
    } catch {
      return null;
    }
  }

  /** A call that may be repeated. */
  async surely(token: string, tool: string, args: Record<string, unknown> = {}): Promise<Answer> {
    for (;;) {
      const answer = await this.call(token, tool, args);
      if (answer) return answer;
    }
  }
}

test('every message is in both files once, in order, and no conversation is stuck', { timeout: LIMIT_MS }, async ({
  team,
  home,
}) => {
  const daemons = new Daemons();
  const options = { options: ['--project', 'shop'] };
  await Promise.all(['d1', 'd2', 'd3'].map(async (id) => daemons.set(id, await home.agent(id, options))));
  const members: Member[] = [];
  for (let number = 0; number < AGENTS; number++) members.push(await team.member());

  /** After a call was cut off, checks what happened, and sends again only what is missing. */
  const say = async (from: Member, to: Member, conversation_id: string, content: string): Promise<void> => {
    for (;;) {
      const args = { target_agent_id: to.id, content, conversation_id };
      const answer = await daemons.call(from.token, 'send_message', args);
      if (answer) return expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      const { body } = await daemons.surely(from.token, 'get_conversation_history', { conversation_id, limit: 100 });
      if (body.messages.some((message: { content: string }) => message.content === content)) return;
    }
  };
  const ids: string[] = [];
  const talk = async (a: Member, b: Member): Promise<void> => {
    for (let round = 0; round < ROUNDS; round++) {
      const started = await daemons.surely(a.token, 'start_conversation', { target_agent_id: b.id, max_turns: 40 });
      // The first attempt may have been made by a daemon that died afterwards.
      const id = started.body.conversation_id ?? (await openBetween(a, b));
      ids.push(id);
      for (let turn = 0; turn < TURNS; turn++) {
        const [from, to] = turn % 2 ? [b, a] : [a, b];
        await say(from, to, id, `${id} ${turn}`);
      }
      await daemons.surely(a.token, 'end_conversation', { conversation_id: id });
    }
  };
  const openBetween = async (a: Member, b: Member): Promise<string> => {
    const { conversations } = await team.ask('/conversations');
    const open = conversations.find(
      (each: Record<string, string>) =>
        ['pending', 'active'].includes(each.state ?? '') &&
        [each.initiator_id, each.participant_id].includes(a.id) &&
        [each.initiator_id, each.participant_id].includes(b.id),
    );
    return open.id ?? open.conversation_id;
  };

  const pairs = members.flatMap((a, index) => {
    const neighbour = members[(index + 1) % AGENTS] as Member;
    const opposite = index < AGENTS / 2 ? [[a, members[index + AGENTS / 2] as Member] as const] : [];
    return [[a, neighbour] as const, ...opposite];
  });
  const talking = Promise.all(pairs.map(([a, b]) => talk(a, b)));
  for (const [id, after] of KILLS) {
    await expect.poll(() => daemons.tookMs.length, { timeout: LIMIT_MS, interval: 50 }).toBeGreaterThan(after);
    const { pid } = home.entry(id);
    daemons.set(id, null);
    await killDaemon({ pid });
    daemons.set(id, await home.agent(id, options));
  }
  await talking;
  const sorted = [...daemons.tookMs].sort((a, b) => a - b);

  expect(ids).toHaveLength(pairs.length * ROUNDS);
  for (const member of members) {
    const all = team.lines(member.id);
    const { messages } = await team.ask(`/projects/shop/agents/${member.id}/chat/messages?limit=500`);
    expect(all.map(({ id }) => id)).toEqual(messages.map(({ id }: { id: string }) => id));
    const mine = ids.filter((id) => all.some((line) => line.conversationId === id));
    expect(mine).toHaveLength(3 * ROUNDS);
    for (const id of mine) {
      const lines = all.filter((line) => line.conversationId === id);
      expect(lines.map(({ content }) => content)).toEqual(Array.from({ length: TURNS }, (_, turn) => `${id} ${turn}`));
    }
  }
  // Each agent learns once of every end that its partner caused.
  const told: string[] = [];
  for (const { token } of members) {
    for (;;) {
      const { body } = await daemons.surely(token, 'get_next_action');
      if (body.action !== 'conversation_ended') break;
      told.push(body.conversation_id);
    }
  }
  expect(told.sort()).toEqual([...ids].sort());
  const states = await Promise.all(ids.map(async (id) => (await team.conversation(id)).state));
  expect(new Set(states)).toEqual(new Set(['ended']));
  const median = sorted[Math.floor(sorted.length / 2)] as number;
  const p99 = sorted[Math.floor(sorted.length * 0.99)] as number;
  expect(p99).toBeLessThan(20 * median);
});
