/** Every command that prints something, with values from elsewhere that try to control the terminal or to forge output. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Agent, envelope, type Home } from '../../rig/home/home.js';
import { onTerminal } from '../../rig/home/on-terminal.js';
import { type TestTeam, testInTeamInProcess } from '../../rig/team/team.js';
import { makeWork, worker } from '../../rig/team/work.js';
import { isThorough } from '../../rig/thorough.js';

const CONTROLS =
  '\u001b]0;owned\u0007\u001b[45mred\u001b[2J\u009b31mone\u009d2;x\u009c\u202etwo\u2066\u061c\u200f\u200e\u0001\u007f\u0085';
const FORGED = ['hint: forged', 'error: forged', 'note: forged', 'abcd1234 forged', '[A2A:abcd1234:ann] forged'];
/** A line can begin in several ways. */
const HOSTILE = `x${CONTROLS}\n${FORGED.join('\n')}\r${FORGED[0]}\u2028${FORGED[1]}`;
/** Where lines and control characters are refused. */
const NAME = 'x\u202etwo\u2066\u061c\u200f\u200e';
/** Where only a newline is. */
const IN_LINE = `x${CONTROLS}\u2028${FORGED[0]}`;

/** What we send ourselves: bold, dim, and four colors. */
const OUR_COLORS = /\u001b\[(?:1|2|22|31|32|33|36|39)m/g;
/** Before and after the line that shows how a question is doing. */
const OUR_LIVE_LINE = /\r(?:\u001b\[J)?/g;
const ACTS_ON_TERMINAL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/;

interface Scene {
  readonly home: Home;
  readonly desk: Agent;
  readonly ids: Readonly<Record<string, string>>;
  /** A folder whose synapse.yaml has hostile keys. */
  readonly broken: string;
}

const test = testInTeamInProcess().extend<{ scene: Scene }>({
  scene: [async ({ home, team }, use) => use(await build(home, team)), { scope: 'file' }],
});

/** Puts hostile values wherever somebody else can put any. */
async function build(home: Home, team: TestTeam): Promise<Scene> {
  const folder = join(home.dir, `f${IN_LINE.replaceAll('/', '')}`);
  mkdirSync(folder);
  await team.ask('/projects', { id: 'odd', name: NAME, dir: folder });
  const a = await worker(team, { name: NAME, role: HOSTILE });
  const taskId = await makeWork(team, { title: IN_LINE, description: HOSTILE });
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', reason: HOSTILE });
  const b = await team.member({ name: NAME, role: HOSTILE });
  await a.task.do('delegate_to_chat_session', { target_agent_id: b.id, purpose: HOSTILE, context: HOSTILE });
  const { a: c, b: d } = await team.pair();
  const conversation = await c.talk(d, { purpose: HOSTILE, initial_message: HOSTILE });
  await c.do('send_message', { target_agent_id: 'tester', content: HOSTILE });

  const runner = await team.agent();
  await makeWork(team, { title: IN_LINE, assignee: runner, status: 'in_progress' });
  const terminal = await home.agent(runner, { options: ['--project', 'shop', '--role', HOSTILE] });
  const { executions } = JSON.parse((await terminal.synapse('tool', 'get_my_execution_history')).stdout);
  await home.run(['send', runner, HOSTILE]);
  await terminal.line(/x/);

  const desk = await home.agent('desk', { options: ['--role', HOSTILE] });
  const key = (await home.run(['token', 'create', '--name', 'outside'])).stdout.trim();
  const sender = { sender_type: IN_LINE, sender_endpoint: 'http://localhost:1/\u202e' };
  const metadata = { sender_task_id: IN_LINE, response_expected: true, [IN_LINE]: HOSTILE, sender };
  const parts = [
    { type: 'text', text: HOSTILE },
    { type: 'file', file: { name: IN_LINE } },
  ];
  for (const agent of [desk, home.person()]) {
    const body = { message: { role: 'user', parts }, metadata: { ...metadata, message_id: IN_LINE } };
    expect((await agent.call('/tasks/send', { key, body })).status).toBe(200);
    const plain = envelope(HOSTILE, { sender_task_id: HOSTILE.slice(0, 100), response_expected: true, sender });
    expect((await agent.call('/tasks/send', { key, body: plain })).status).toBe(200);
  }
  const asked = (await home.run(['send', 'desk', 'may I?', '--response', '--no-wait'])).stdout.trim();
  await desk.line('may I?');
  await desk.inside(['synapse', 'reply', '--to', asked, '--fail', '-'], { input: HOSTILE });
  const question = (await home.run(['send', 'desk', 'and this?', '--response', '--no-wait'])).stdout.trim();
  await desk.line('and this?');
  await desk.inside(['synapse', 'reply', '--to', question, '--ask', '-'], { input: HOSTILE });

  const broken = join(home.dir, 'broken');
  mkdirSync(broken);
  writeFileSync(
    join(broken, 'synapse.yaml'),
    JSON.stringify({ [HOSTILE]: 1, project: { id: 'p', [IN_LINE]: HOSTILE } }),
  );
  mkdirSync(join(home.home, 'profiles'), { recursive: true });
  writeFileSync(join(home.home, 'profiles', 'odd.yaml'), JSON.stringify({ name: 'odd', command: [HOSTILE] }));
  writeFileSync(join(home.home, 'profiles', 'bad.yaml'), JSON.stringify({ name: 'bad', [HOSTILE]: [HOSTILE] }));
  const ids = { asked, question, taskId, blocked: a.taskId, conversation, execution: executions[0].execution_id };
  return { home, desk, ids: { ...ids, worker: a.id, runner }, broken };
}

type Words = readonly string[];
const COMMANDS: readonly (readonly [title: string, words: (ids: Scene['ids']) => Words])[] = [
  ['tasks', () => ['tasks']],
  ['tasks of an agent', () => ['tasks', '--from', 'desk']],
  ['tasks wait, failed', ({ asked = '' }) => ['tasks', 'wait', asked]],
  ['tasks wait, asked', ({ question = '' }) => ['tasks', 'wait', question]],
  ['show', ({ asked = '' }) => ['show', asked]],
  ['show with a question', ({ question = '' }) => ['show', question]],
  ['show of an unknown id', () => ['show', HOSTILE]],
  ['inbox', () => ['inbox', '--peek']],
  ['inbox of an agent', () => ['inbox', '--peek', '--from', 'desk']],
  ['history', () => ['history']],
  ['history of an agent', () => ['history', '--from', 'desk']],
  ['reply targets', () => ['reply', '--list-targets', '--from', 'desk']],
  ['reply with several open', () => ['reply', 'x', '--from', 'desk']],
  ['reply to an unknown id', () => ['reply', 'x', '--to', IN_LINE]],
  ['send to an unknown target', () => ['send', IN_LINE, 'x']],
  ['send --task of somebody else', ({ question = '' }) => ['send', IN_LINE, 'x', '--task', question]],
  ['list', () => ['list']],
  ['status', () => ['status', 'desk']],
  ['status of a team agent', ({ worker: id = '' }) => ['status', id]],
  ['status of a session', ({ runner = '' }) => ['status', runner]],
  ['screen', () => ['screen', 'desk']],
  ['logs', () => ['logs', 'desk']],
  ['doctor', () => ['doctor']],
  ['project list', () => ['project', 'list']],
  ['project show', () => ['project', 'show', 'odd']],
  ['project create', () => ['project', 'create', `p${Date.now()}`, '--name', NAME]],
  ['agent list', () => ['agent', 'list']],
  ['agent tree', () => ['agent', 'tree']],
  ['conversation list', () => ['conversation', 'list']],
  ['conversation show', ({ conversation = '' }) => ['conversation', 'show', conversation]],
  ['work list', () => ['work', 'list']],
  ['work show', ({ taskId = '' }) => ['work', 'show', taskId]],
  ['work show of a blocked task', ({ blocked = '' }) => ['work', 'show', blocked]],
  ['work create', () => ['work', 'create', IN_LINE, '--project', 'shop']],
  ['delegation list', () => ['delegation', 'list']],
  ['execution list', () => ['execution', 'list']],
  ['execution log', ({ execution = '' }) => ['execution', 'log', execution]],
  ['tool', () => ['tool', 'get_next_action', '--session', IN_LINE]],
  ['an unknown tool', () => ['tool', IN_LINE]],
  ['profiles list', () => ['profiles', 'list']],
  ['profiles show', () => ['profiles', 'show', 'odd']],
  ['profiles show of a broken one', () => ['profiles', 'show', 'bad']],
  ['token list', () => ['token', 'list']],
  ['up with a broken file', () => ['up']],
  ['an unknown command', () => [IN_LINE]],
  ['an unknown option', () => ['list', `--${IN_LINE}`]],
  ['completion', () => ['__complete', 'send', '']],
];

test.for(COMMANDS)('%s cannot be made to act on the terminal', async ([title, words], { scene }) => {
  const { text } = await onTerminal(scene.home, words(scene.ids), scene.broken);
  const plain = text.replaceAll('\r\n', '\n').replace(OUR_COLORS, '');
  const shown = title.startsWith('tasks wait') ? plain.replace(OUR_LIVE_LINE, '') : plain;
  expect(shown.trim()).not.toBe('');
  expect(shown).not.toMatch(ACTS_ON_TERMINAL);
  expect(shown).not.toContain('\r');
  const forged = shown.split('\n').filter((line) => FORGED.some((each) => line.startsWith(each)));
  // The answer of an agent is printed as it is, and is all there is on stdout.
  if (title !== 'tasks wait, asked') expect(forged).toEqual([]);
});

const NOT_JSON = /^completion|^logs|^an unknown option$|^an unknown command$/;

const IN_JSON = COMMANDS.filter(([title]) => !NOT_JSON.test(title));

test.for(isThorough ? IN_JSON : IN_JSON.filter((_, index) => index % 12 === 0))(
  '%s prints JSON that is exact and acts on no terminal',
  async ([title, words], { scene }) => {
    const given = words(scene.ids);
    const { text } = await onTerminal(scene.home, title === 'tool' ? given : [...given, '--json'], scene.broken);
    const [line = ''] = text.replaceAll('\r\n', '\n').split('\n');
    expect(text.replaceAll('\r\n', '\n').replace(OUR_COLORS, '')).not.toMatch(ACTS_ON_TERMINAL);
    expect(JSON.parse(line)).toBeTypeOf('object');
  },
);

test('the values themselves arrive unchanged in JSON', async ({ scene }) => {
  const json = async (...words: string[]) => JSON.parse((await onTerminal(scene.home, [...words, '--json'])).text);
  expect((await json('project', 'show', 'odd')).project.name).toBe(NAME);
  expect((await json('status', 'desk')).role).toBe(HOSTILE);
  const { messages } = await json('inbox', '--peek', '--from', 'desk');
  const history = (await json('history', '--from', 'desk')).messages;
  const texts = [...messages, ...history].map((message: { text: string }) => message.text);
  expect(texts).toContain(HOSTILE);
});
