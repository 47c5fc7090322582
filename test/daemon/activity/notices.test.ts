/** Notices: real receivers are told once what waits for the person, whatever breaks or restarts. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Need } from '../../../src/a2a/activity.js';
import { systemClock } from '../../../src/clock.js';
import { Lookers } from '../../../src/daemon/activity/notices/lookers.js';
import { matterOfNeed } from '../../../src/daemon/activity/notices/matters.js';
import { Notifier } from '../../../src/daemon/activity/notices/notifier.js';
import { readNoticeState, writeReceiver } from '../../../src/registry/notice-receivers.js';
import { ensureHome, Registry } from '../../../src/registry/registry.js';
import { keptSettingsFile } from '../../../src/settings/kept-settings.js';
import { type DaemonHere, test } from '../../rig/home/in-process.js';
import { ActivityStream } from '../../rig/team/activity.js';

interface Told {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const ON = ['needs-you', 'failed', 'done'] as const;
const LONG = { timeout: 20_000, interval: 10 };

const texts = (told: readonly Told[]): string[] => told.map(({ body }) => JSON.parse(body).text);

async function ask(person: DaemonHere, path: string, body: object): Promise<{ task: { task_id: string } }> {
  const answer = await person.call(path, { body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Takes notices, and answers with this status. */
async function receiver(status = 200): Promise<{ url: string; told: Told[] }> {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    told.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, told };
}

test('a request to the person is told once, also after a restart, and a broken receiver delays nothing', async ({
  daemons,
}) => {
  const hook = await receiver();
  const broken = await receiver(500);
  ensureHome(daemons.home);
  writeReceiver(daemons.home, { name: 'broken', kind: 'webhook', url: broken.url, on: ON });
  writeReceiver(daemons.home, { name: 'hook', kind: 'webhook', url: hook.url, on: ON });
  expect(statSync(join(daemons.home, 'notices', 'receivers', 'hook.json')).mode & 0o777).toBe(0o600);
  const rex = await daemons.agent('rex');
  const mia = await daemons.person('mia');
  await rex.call('/send', { body: { target: 'mia', text: 'which branch?', response: true, wait_ms: 0 } });
  await expect.poll(() => hook.told.length, LONG).toBe(1);
  expect(JSON.parse(hook.told[0]?.body ?? '')).toMatchObject({ on: 'needs-you', agent: 'rex', text: 'which branch?' });
  await expect.poll(() => readNoticeState(daemons.home, 'broken')?.reason, LONG).toBe('it answered 500');
  await mia.end();
  const again = await daemons.person('mia');
  // The next matter comes after everything that waited before.
  await rex.call('/send', { body: { target: 'mia', text: 'and which tag?', response: true, wait_ms: 0 } });
  await expect.poll(() => hook.told.length, LONG).toBe(2);
  expect(hook.told.map(({ body }) => JSON.parse(body).text)).toEqual(['which branch?', 'and which tag?']);
  await again.end();
});

test('a desktop and ntfy get a title that is safe in a command and in a header', async ({ daemons }) => {
  const topic = await receiver();
  const bin = join(daemons.home, '..', 'bin');
  const log = join(bin, 'log');
  mkdirSync(bin);
  const program = process.platform === 'darwin' ? 'osascript' : 'notify-send';
  writeFileSync(join(bin, program), `#!/bin/sh\nfor word in "$@"; do printf '%s|' "$word"; done >> ${log}\n`);
  chmodSync(join(bin, program), 0o755);
  ensureHome(daemons.home);
  writeReceiver(daemons.home, { name: 'screen', kind: 'desktop', url: null, on: ['needs-you'] });
  writeReceiver(daemons.home, { name: 'phone', kind: 'ntfy', url: topic.url, on: ['needs-you'] });
  const mia = await daemons.person('mia', { env: { PATH: `${bin}:${process.env.PATH}` } });
  const rex = await daemons.agent('rex');
  const text = '--help <b>\x1b[31m本当に？';
  await rex.call('/send', { body: { target: 'mia', text, response: true, wait_ms: 0 } });
  await expect.poll(() => topic.told.length, LONG).toBe(1);
  expect(topic.told[0]).toMatchObject({
    headers: { title: 'rex asks you', priority: '4', tags: 'raising_hand' },
    body: '--help <b>本当に？',
  });
  await expect.poll(() => readNoticeState(daemons.home, 'screen'), LONG).toMatchObject({ reason: null });
  expect(readFileSync(log, 'utf8')).toContain('rex asks you|--help');
  await mia.end();
});

test('what the person sees on a page, or is over in a moment, is not told', async ({ daemons }) => {
  const hook = await receiver();
  ensureHome(daemons.home);
  writeReceiver(daemons.home, { name: 'hook', kind: 'webhook', url: hook.url, on: ON });
  const log = { info: () => {}, error: () => {} } as never;
  const context = {
    home: daemons.home,
    self: { id: 'mia', type: 'human', endpoint: null },
    clock: systemClock,
    log,
    env: {},
  };
  let isLookedAt = true;
  const open = new Set(['request:1', 'request:3']);
  const notifier = new Notifier({
    ...{ context, isLookedAt: () => isLookedAt, isOpen: (id) => open.has(id) },
    isUndelivered: () => false,
  });
  onTestFinished(() => notifier.close());
  const need = (id: string) => ({ what: 'dead', id, agent: 'rex', project: null, since: '', text: id }) as const;
  notifier.begin([need('request:1'), need('request:2')]);
  await expect.poll(() => readdirSync(join(daemons.home, 'notices', 'told')), LONG).toHaveLength(1);
  isLookedAt = false;
  notifier.begin([need('request:1'), need('request:3')]);
  await expect.poll(() => hook.told.length, LONG).toBe(1);
  expect(JSON.parse(hook.told[0]?.body ?? '').matter).toBe('request:3');
});

test('a refusal and a message that did not arrive are told as failures, each once', async ({ daemons }) => {
  const hook = await receiver();
  ensureHome(daemons.home);
  writeReceiver(daemons.home, { name: 'hook', kind: 'webhook', url: hook.url, on: ['needs-you', 'failed'] });
  const mia = await daemons.person('mia');
  const rex = await daemons.agent('rex');
  const bob = await daemons.agent('bob');
  // From then on, what rex says is heard.
  await rex.call('/send', { body: { target: 'mia', text: 'which branch?', response: true, wait_ms: 0 } });
  await expect.poll(() => texts(hook.told), LONG).toEqual(['which branch?']);
  await ask(mia, '/send', { target: 'rex', text: 'deploy', response: true, wait_ms: 0 });
  await expect
    .poll(async () => (await rex.call('/reply', { body: { text: 'not today', fail: true } })).status, LONG)
    .toBe(200);
  await bob.end();
  await ask(mia, '/send', { target: 'bob', text: 'too late', response: true, expires_ms: 50, wait_ms: 0 });
  await expect.poll(() => texts(hook.told), LONG).toEqual(expect.arrayContaining(['not today', 'too late']));
  const told = hook.told.map(({ body }) => JSON.parse(body));
  expect(told).toContainEqual(
    expect.objectContaining({ on: 'failed', title: 'rex could not do it', text: 'not today' }),
  );
  expect(told).toContainEqual(expect.objectContaining({ on: 'failed', title: 'Your message to bob has expired' }));
  // What comes last shows that nothing else is on its way.
  await ask(mia, '/send', { target: 'bob', text: 'later', expires_ms: 50, wait_ms: 0 });
  await expect.poll(() => texts(hook.told).at(-1), LONG).toContain('later');
  expect(hook.told).toHaveLength(4);
});

test('a notice is in the language of the settings, also one that was chosen while the daemon runs', async ({
  daemons,
}) => {
  const hook = await receiver();
  ensureHome(daemons.home);
  writeReceiver(daemons.home, { name: 'hook', kind: 'webhook', url: hook.url, on: ON });
  const mia = await daemons.person('mia');
  const rex = await daemons.agent('rex');
  await ask(mia, '/send', { target: 'rex', text: 'how many?', response: true, wait_ms: 0 });
  const kept = { of: '', settings: { language: 'ja' }, problems: [] };
  writeFileSync(keptSettingsFile(daemons.home), JSON.stringify(kept));
  await rex.call('/send', { body: { target: 'mia', text: 'which branch?', response: true, wait_ms: 0 } });
  await expect
    .poll(() => hook.told.map(({ body }) => JSON.parse(body).title), LONG)
    .toEqual(['rex から依頼があります']);
  expect(JSON.parse(hook.told[0]?.body ?? '').text).toBe('which branch?');
});

test.each<Partial<Need>>([
  { what: 'dialog', command: null },
  { what: 'question' },
  { what: 'request' },
  { what: 'chat' },
  { what: 'approval' },
  { what: 'given_up', reason: 'the program ended at once' },
  { what: 'dead' },
  { what: 'held', reason: 'paused' },
  ...(['failed', 'expired', 'uncertain'] as const).flatMap((state) =>
    ['rex', 'mia'].map((agent) => ({ what: 'message', state, agent, to: 'bob', reason: null }) as const),
  ),
])('the title of a notice is a sentence in each language: %o', (fields) => {
  const need = { id: 'x', agent: 'rex', project: null, since: '', text: 'text', ...fields } as Need;
  const title = (language: 'en' | 'ja') => matterOfNeed(need, { person: 'mia', language }).title;
  expect(title('en')).toMatch(/^(?:rex|Your message|The message|Work) /);
  expect(title('ja')).toMatch(/[ぁ-ん]/);
  expect(`${title('en')}${title('ja')}`).not.toMatch(/[{}]|undefined/);
});

test('with the daemons of two people, a matter of the whole home is told once', async ({ daemons }) => {
  const hook = await receiver();
  ensureHome(daemons.home);
  writeReceiver(daemons.home, { name: 'hook', kind: 'webhook', url: hook.url, on: ON });
  const mia = await daemons.person('mia');
  await daemons.person('bob');
  await ask(mia, '/projects', { id: 'calc', dir: daemons.home });
  for (const title of ['one', 'two', 'three']) {
    const { task } = await ask(mia, '/work', { project: 'calc', title });
    for (const status of ['in_progress', 'done']) await ask(mia, `/work/${task.task_id}/status`, { status });
  }
  await expect.poll(() => new Set(texts(hook.told)), LONG).toEqual(new Set(['one', 'two', 'three']));
  // What comes last shows that nothing else is on its way.
  const rex = await daemons.agent('rex');
  await rex.call('/send', { body: { target: 'bob', text: 'which branch?', response: true, wait_ms: 0 } });
  await rex.call('/send', { body: { target: 'mia', text: 'which tag?', response: true, wait_ms: 0 } });
  await expect
    .poll(() => texts(hook.told).sort(), LONG)
    .toEqual(['one', 'three', 'two', 'which branch?', 'which tag?']);
});

test('a page that one person looks at is known to the daemon of another, until its own daemon is gone', async ({
  daemons,
}) => {
  const log = { info: () => {}, error: () => {} } as never;
  const registry = new Registry(daemons.home);
  const lookersOf = (id: string) => new Lookers({ home: daemons.home, registry, log, self: { id } });
  const bob = await daemons.person('bob');
  const ann = lookersOf('ann');
  const away = lookersOf('bob').look();
  expect(ann.isAnybody()).toBe(true);
  away();
  expect(ann.isAnybody()).toBe(false);
  lookersOf('bob').look();
  await bob.end();
  expect(ann.isAnybody()).toBe(false);
  const looking = ann.look();
  const second = ann.look();
  looking();
  expect(ann.isAnybody()).toBe(true);
  second();
  expect(ann.isAnybody()).toBe(false);
});

test('without a receiver nothing is watched when the last viewer is gone', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const stream = await ActivityStream.open(mia);
  await stream.snapshot();
  stream.close();
  expect(await mia.end()).toBe(0);
});
