/**
 * No request, however odd, is answered with an internal error, other than the OpenAPI document says, or stops the daemon.
 * The requests come from a seed.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeRoutes, type Services } from '../../../src/daemon/http/routes.js';
import { TOOLS } from '../../../src/tools/table.js';
import { ApiCheck } from '../../rig/clients/openapi.js';
import type { DaemonHere, Daemons } from '../../rig/home/in-process.js';
import { test } from '../../rig/home/in-process.js';
import { Dice, oddBody, oddWord } from '../../rig/texts/odd-values.js';
import { isThorough } from '../../rig/thorough.js';
import { stretched } from '../../rig/times.js';

const SEED = Number(process.env.SYNAPSE_TEST_SEED ?? 20_261_118);
const ROUNDS = isThorough ? 60 : 6;
/** 500 because the project has no folder, and 503 because somebody is not running, are true. */
const TRUE_5XX = ['working_directory_not_set', 'agent_unreachable', 'agent_not_running'];

/** Right bodies, to be made wrong in one place or another. */
const BODIES: Readonly<Record<string, unknown>> = {
  '/tasks/send': {
    message: {
      role: 'user',
      messageId: 'm1',
      parts: [{ type: 'text', text: 'hello' }, { file: { uri: 'file:///a', name: 'a' } }, { data: { a: [1] } }],
    },
    metadata: {
      sender: { sender_id: 'mia', sender_type: 'human', sender_endpoint: 'http://localhost:1', sender_store: 's' },
      sender_task_id: 'abc',
      response_expected: true,
      message_id: 'm2',
      priority: 3,
      in_reply_to: 'x',
      context_id: 'c',
      answer: 'answer',
      expires_at: '2030-01-01T00:00:00.000Z',
      color: { deep: [1, 'x'] },
    },
  },
  '/tasks/receipts': { receipts: [{ message_id: 'm', state: 'typed', reason: 'r', screen: 's' }] },
  '/tasks/create': { target: 'rex', context_id: 'c' },
  '/send': {
    ...{ target: 'rex', text: 'hello', files: ['/tmp/a'], response: false, reply_to: '', task: '', priority: 3 },
    ...{ expires_ms: 1000, wait_ms: 0, until: 'delivered', brief: true },
  },
  '/reply': { to: 'rex', text: 'hello', latest: true, ask: false, fail: false, files: [] },
  '/inbox/read': { seqs: [1, 2] },
  '/control/:action': {
    ...{ keys: 'a<enter>', name: 'rexi', role: 'tester', older_than_ms: 1e12, dialog: 'd', choice: '1' },
  },
  '/team/changed': { commits: [{ seq: 1, changes: [{ topic: 'chat', projectId: 'shop', agentIds: ['bob'] }] }] },
  '/team/prune': { older_than_ms: 1e12 },
  '/executions/prune': { older_than_ms: 1e12 },
  '/projects': { id: 'more', name: 'More', dir: '/tmp' },
  '/projects/:id/declare': {
    ...{ name: 'Shop', dir: '/tmp', file: '/tmp/synapse.yaml' },
    agents: [{ id: 'tom', name: 'Tom', kind: 'ai', manager: false, parent: 'mia', env: { A: 'b' }, auto: ['chat'] }],
  },
  '/projects/:id/status': { status: 'active', file: '/tmp/synapse.yaml' },
  '/agents': {
    ...{ id: 'zoe', project: 'shop', name: 'Zoe', kind: 'ai', manager: true, parent: 'mia', profile: null },
    ...{ command: null, role: 'r', cwd: null, start: 'always', auto: false, env: { A: 'b' } },
  },
  '/agents/:id/remove': { project: 'shop' },
  '/agents/:id/passkey': {},
  '/chat/read': { ids: ['msg_1'] },
  '/work': {
    project: 'shop',
    title: 't',
    description: 'd',
    status: 'todo',
    priority: 'low',
    assignee: 'bob',
    parent: null,
  },
  '/work/:id/:action': { status: 'in_progress', reason: 'r', assignee: 'bob' },
  '/projects/:id/agents/:agent/chat/messages': { content: 'hello', related_task_id: 't' },
};

const IDS = ['shop', 'bob', 'mia', 'rex', 'abcd', 'conv_1', 'tsk_1'];
const QUERY = [
  'limit',
  'after',
  'before',
  'cursor',
  'wait',
  'state',
  'direction',
  'open',
  'since',
  'grep',
  'with',
  'project',
  'status',
  'assignee',
  'task',
  'tail',
  'offset',
  'reply_to',
  'seconds',
];
/** Not `stop`, which ends the daemon. */
const ACTIONS = [
  'pause',
  'resume',
  'answer',
  'keys',
  'rename',
  'role',
  'prune',
  'status',
  'assign',
  'approve',
  'reject',
];
/** These answer when something happens; only how they begin matters. */
const STREAMS = ['/activity', '/events', '/tasks/:id/events', '/output', '/tasks/:id/answer', '/attach'];

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: string | Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Not `/mcp` and `/a2a`, whose errors are those of their standards; see `test/mcp/http.test.ts` and `test/a2a/standard/`. */
const ROUTES = makeRoutes({ context: {} } as unknown as Services)
  .map(({ method, path }) => ({ method, path }))
  .filter(({ path }) => path !== '/mcp' && !path.startsWith('/a2a'));

function oddRequest(
  dice: Dice,
  route: { method: string; path: string },
  { keys, ids }: { readonly keys: readonly (string | null)[]; readonly ids: Ids },
): Asked {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    if (dice.happens(0.1)) return oddWord(dice);
    if (name === 'action') return dice.pick(ACTIONS);
    return name === 'name' ? dice.pick(TOOLS).name : dice.pick(ids.all);
  });
  const query = dice.happens(0.5)
    ? `?${dice.pick(QUERY)}=${oddWord(dice)}&${dice.pick(QUERY)}=${dice.pick(ids.all)}`
    : '';
  const method = dice.happens(0.05) ? dice.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) : route.method;
  const template = BODIES[route.path] ?? toolBody(path, ids);
  const hasBody = route.method === 'POST' || dice.happens(0.1);
  const type = dice.pick([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
  ]);
  return {
    method,
    path: `${path}${query}`,
    key: dice.pick(keys),
    body: hasBody ? oddBody(dice, template) : undefined,
    headers: dice.happens(0.2) ? { 'content-type': type } : {},
  };
}

/** A value of the right kind for each argument of the tool. */
function toolBody(path: string, ids: Ids): unknown {
  const tool = TOOLS.find(({ name }) => path === `/tools/${name}`);
  return Object.fromEntries(
    Object.entries(tool?.properties ?? {}).map(([name, { type, enum: words }]) => [
      name,
      ids.named[name] ?? words?.[0] ?? EXAMPLES[type],
    ]),
  );
}

const EXAMPLES = {
  string: 'ann',
  integer: 1,
  boolean: true,
  array: [{ local_id: 'a', title: 't', description: 'd', priority: 'low', dependencies: [] }],
  object: {},
};

async function ask(daemon: DaemonHere, { path, ...options }: Asked): Promise<{ status: number; text: string }> {
  const response = await daemon.open(path, options);
  const status = response.statusCode ?? 0;
  if (
    status === 200 &&
    STREAMS.some((stream) => new RegExp(`^${stream.replace(/:\w+/g, '[^/]+')}(\\?|$)`).test(path))
  ) {
    response.destroy();
    return { status, text: '' };
  }
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status, text };
}

/** Undefined for what is no JSON, such as a stream of lines. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Real ids, so that odd values get past the first check. */
interface Ids {
  readonly all: readonly string[];
  /** By the name of the argument. */
  readonly named: Readonly<Record<string, string>>;
}

const ENV = { SYNAPSE_PASSKEY_COST: '4' };

/** A program that no interrupt ends: canceling a task presses that key. */
const DEAF = ['/bin/sh', '-c', 'trap "" INT; while :; do read line; done'];

class OddTeam {
  constructor(
    readonly mia: DaemonHere,
    readonly rex: DaemonHere,
    readonly dir: string,
  ) {}

  static async create(daemons: Daemons): Promise<OddTeam> {
    const [mia, rex] = await Promise.all([
      daemons.person('mia', { env: ENV }),
      daemons.agent('rex', { env: ENV, spec: { command: DEAF } }),
    ]);
    const dir = join(daemons.home, '..', 'shop');
    mkdirSync(dir);
    return new OddTeam(mia, rex, dir);
  }

  /** What earlier requests may have removed, ended or paused. */
  async restore(): Promise<{ readonly tokens: readonly string[]; readonly ids: Ids }> {
    const { mia } = this;
    await mia.call('/projects', { body: { id: 'shop', dir: this.dir } });
    await mia.call('/projects/shop/status', { body: { status: 'active' } });
    await mia.call('/agents', { body: { id: 'mia', project: 'shop', kind: 'human', parent: null } });
    for (const id of ['bob', 'ann']) {
      await mia.call('/agents', {
        body: { id, project: 'shop', kind: 'ai', manager: true, parent: 'mia', auto: false },
      });
    }
    const tokens = [await this.#enter('bob', 'task'), await this.#enter('bob', 'chat')];
    const tool = async (name: string, body: unknown) =>
      (await mia.call(`/tools/${name}`, { key: tokens[1] as string, body })).body;
    const talk = await tool('start_conversation', { target_agent_id: 'ann', purpose: 'p' });
    const work = (await mia.call('/work', { body: { project: 'shop', title: 't', assignee: 'bob' } })).body.task;
    const sent = await mia.call('/send', { body: { target: 'rex', text: 'hello', response: true, wait_ms: 0 } });
    const task = /"id":"([^"]+)/.exec(JSON.stringify(sent.body))?.[1] ?? 'abcd';
    const named = { conversation_id: talk.conversation_id ?? 'conv_1', task_id: work.task_id, requester_id: 'mia' };
    return { tokens, ids: { named, all: [...Object.values(named), ...IDS, task] } };
  }

  async #enter(agentId: string, purpose: string): Promise<string> {
    const { passkey } = (await this.mia.call(`/agents/${agentId}/passkey`, { body: {} })).body;
    const login = { agent_id: agentId, project_id: 'shop', purpose, passkey };
    return (await this.mia.call('/tools/authenticate', { body: login })).body.session_token;
  }
}

test(`odd requests are refused cleanly (seed ${SEED})`, async ({ daemons }) => {
  const team = await OddTeam.create(daemons);
  const dice = new Dice(SEED);
  const routes = [...ROUTES, ...TOOLS.map(({ name }) => ({ method: 'POST', path: `/tools/${name}` }))];
  const wrong: unknown[] = [];
  const api = new ApiCheck();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { tokens, ids } = await team.restore();
    for (const route of routes) {
      const daemon = dice.happens(0.7) ? team.mia : team.rex;
      const own = dice.happens(0.95) ? daemon.key : null;
      const isTool = route.path.startsWith('/tools');
      const asked = oddRequest(dice, route, { keys: isTool ? [...tokens, ...tokens, own] : [own], ids });
      const { status, text } = await ask(daemon, asked);
      api.note({ ...asked, status, body: asked.method === 'HEAD' ? undefined : parsed(text) });
      const isTrue = status < 500 || TRUE_5XX.some((code) => text.includes(`"${code}"`));
      const isOfStandard = asked.path.startsWith('/a2a') && /^\{.*"error":\{/.test(text);
      const isClean = status < 400 || asked.method === 'HEAD' || isOfStandard || /^\{.*"success":false/.test(text);
      if (!isTrue || !isClean)
        wrong.push({ daemon: daemon.id, ...asked, body: String(asked.body).slice(0, 300), status, text });
    }
  }
  expect(wrong).toEqual([]);
  expect(api.problems).toEqual([]);
  for (const daemon of [team.mia, team.rex]) expect((await daemon.call('/status')).status).toBe(200);
});

test('a million keys of metadata are refused at once', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const keys = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join();
  const body = `{"message":{"parts":[{"text":"hello"}]},"metadata":{${keys}}}`;
  const startedAt = performance.now();
  expect(await mia.call('/tasks/send', { body })).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(5_000));
});
