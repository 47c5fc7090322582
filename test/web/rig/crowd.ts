/** More agents around the cast: one in every state that the page can show, with everything that can need the person. */
import { expect } from 'vitest';
import { newId } from '../../../src/random-ids.js';
import { originOf, writeExternal } from '../../../src/registry/externals.js';
import { publishLink, writeHost } from '../../../src/registry/hosts/hosts.js';
import type { Agent } from '../../rig/home/agent.js';
import { Member } from '../../rig/team/members.js';
import type { TestTeam } from '../../rig/team/team.js';
import type { Cast } from './cast.js';

const LOG = [
  '\\033[1m> shop@2.4.0 test\\033[0m',
  '\\033[32m✓\\033[0m cart/price.test.ts (14 tests) 212 ms',
  '\\033[32m✓\\033[0m cart/redeem.test.ts (22 tests) 480 ms',
  '\\033[31m✗\\033[0m cart/partial.test.ts (9 tests | 1 failed) 390 ms',
  '    expected balance 12.50 to be 12.49',
];

export interface Crowd extends Cast {
  /** In task sessions. */
  readonly workers: readonly Agent[];
}

export async function addCrowd(team: TestTeam, cast: Cast): Promise<Crowd> {
  const { ada, mia } = cast;
  const { home } = team;
  const [workers] = await Promise.all([
    employ(team),
    ella(team),
    ...['bob', 'ann', 'ci'].map((id) => home.agent(id, { options: ['--role', ROLES[id] ?? ''] })),
  ]);
  await home.run(['send', 'bob', 'Translate the receipts into Japanese.', '--response', '--no-wait']);
  await home.pause('bob');
  await home.stop('ann');
  const person = home.person();
  await person.call('/send', {
    body: { target: 'ann', text: 'Which flags does staging need?', expires_ms: 50, wait_ms: 0 },
  });
  process.kill(home.entry('ci').pid, 'SIGKILL');
  await person.call('/send', { body: { target: 'mia', text: 'Is 212 all of them?', response: true, wait_ms: 0 } });
  await expect.poll(async () => (await mia.synapse('reply', 'With the slow ones, or without?', '--ask')).code).toBe(0);
  link(team);
  await expect.poll(() => ada.status()).toBe('waiting');
  return { ...cast, workers };
}

const ROLES: Readonly<Record<string, string>> = {
  bob: 'translates',
  ann: 'staging',
  ci: 'runs the pipeline',
};

/** Two agents of the team that work on tasks, one of which wants more of it, and writes to the person. */
async function employ(team: TestTeam): Promise<readonly Agent[]> {
  for (const id of ['worker-a', 'worker-b']) await team.agent(id, { parent: 'tester', role: 'collects facts' });
  const make = async (title: string, assignee: string) =>
    (await team.ask('/work', { project: 'shop', title, assignee, status: 'in_progress' })).task.task_id as string;
  await make('Compare the fees of three card networks', 'worker-a');
  await make('Run the checkout tests on every push', 'worker-b');
  const workers: Agent[] = [];
  for (const id of ['worker-a', 'worker-b']) {
    const worker = await team.home.agent(id, { options: ['--project', 'shop'] });
    workers.push(worker);
    await worker.synapse('tool', 'get_next_action');
    await worker.inside(['sh', '-c', `printf '${LOG.join('\\n')}\\n' > /dev/tty`]);
    if (id === 'worker-a') await worker.synapse('tool', 'request_task', '--title', 'Ask the bank for a sandbox');
  }
  const chat = new Member(team, 'worker-b', await team.session('worker-b'));
  await chat.do('send_message', {
    target_agent_id: 'tester',
    content: 'The fees differ by country. Shall I list all?',
  });
  const purpose = 'agree on the cards to test with';
  await workers[1]?.synapse('tool', 'delegate_to_chat_session', '--target_agent_id', 'mia', '--purpose', purpose);
  return workers;
}

/** An agent of another vendor. */
async function ella({ home }: TestTeam): Promise<void> {
  const url = 'http://127.0.0.1:9/a2a';
  const about = { ca: null, title: 'Ella', description: '', createdAt: '2030-01-01T00:00:00.000Z' };
  const cardUrl = `${new URL(url).origin}/.well-known/agent-card.json`;
  writeExternal(home.home, {
    name: 'ella',
    storeId: newId(),
    cardUrl,
    origins: [originOf(url)],
    token: null,
    ...about,
  });
}

/** Another host with two agents. */
function link({ home }: TestTeam): void {
  const created = { target: null, command: null, key: null, allow: [], createdAt: '2030-01-01T00:00:00.000Z' };
  writeHost(home.home, { name: 'gpu', ...created });
  const { pid, startTime, socket } = home.entry('kai');
  const agents = [
    { id: 'train', type: 'shell', name: null, role: null, kind: 'ai', status: 'busy', lasting: true, storeId: 'x' },
    { id: 'notebook', type: 'shell', name: null, role: null, kind: 'ai', status: 'ready', lasting: true, storeId: 'y' },
  ] as const;
  publishLink(home.home, {
    ...{ host: 'gpu', state: 'up', reason: null, since: Date.now(), nextAt: null, version: '1.0.0', roundTripMs: 1.25 },
    ...{ owner: 'kai', pid, startTime, socket, agents },
  });
}
