/** What changes while somebody looks: the page is told of it, says when it is not, and says that somebody looks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { publishLink, removeHost, writeHost } from '../../src/registry/hosts/hosts.js';
import { PHONE, test } from './rig/browser.js';
import { freePort } from './rig/free-port.js';
import { violations } from './rig/violations.js';

/** Counts what the page asks from now on. */
function countAsked(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) count += 1;
  });
  return () => count;
}

test("a conversation goes on before one's eyes, and nothing is asked for meanwhile", async ({ cockpit }) => {
  const { a, b } = await cockpit.team.pair();
  const page = await cockpit.open({ at: '#/talk' });
  await page.waitForSelector('.nothing-yet, .picks');
  const asked = countAsked(page, '/own/conversations');
  const id = await a.talk(b, { purpose: 'count the cards' });
  await page.click('.picks a:has-text("count the cards")');
  await page.waitForSelector('.thread .status:has-text("active")');
  await a.say(b, 'How many?', { conversation_id: id });
  await page.waitForSelector('.bubble:has-text("How many?")');
  await b.do('get_next_action');
  await b.say(a, 'Twelve.', { conversation_id: id });
  await page.waitForSelector('.bubble:has-text("Twelve.")');
  const before = asked();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
  expect(asked()).toBe(before);
  await page.evaluate(() => (location.hash = '#/now'));
  await page.waitForSelector('.happening.chat:has-text("Twelve.")');
});

test('work that others create and finish moves over the board', async ({ cockpit }) => {
  const page = await cockpit.open({ at: '#/work' });
  await page.waitForSelector('h1:has-text("Work")');
  const { task } = await cockpit.team.ask('/work', { project: 'shop', title: 'Bind the pages', status: 'in_progress' });
  await page.click('.column a:has-text("Bind the pages")');
  await page.waitForSelector('.thing-title .status:has-text("In progress")');
  await cockpit.team.ask(`/work/${task.task_id}/status`, { status: 'done' });
  await page.waitForSelector('.thing-title .status:has-text("Done")');
});

test('the page says that it is behind, and catches up after a restart of the daemon', async ({ cockpit, home }) => {
  const port = await freePort();
  await home.agent('una');
  const page = await cockpit.open({ port });
  await page.waitForSelector('.card:has-text("una")');
  await home.stop('tester');
  await page.waitForSelector('.banner');
  await page.evaluate(() => (location.hash = '#/messages'));
  await page.waitForSelector('.problem:has-text("Your daemon is not responding.")');
  // The code of the terminal cannot be loaded now.
  await page.evaluate(() => (location.hash = '#/agents/una'));
  await page.waitForSelector('.terminal-bar:has-text("has ended")');
  await home.person('una').call('/send', { body: { target: 'tester', text: 'while you were away', wait_ms: 0 } });
  await home.startPerson();
  await page.waitForSelector('.stream.live');
  await page.waitForSelector('.banner', { state: 'detached' });
  await page.waitForSelector('.xterm-rows');
  await page.evaluate(() => (location.hash = '#/messages'));
  await page.waitForSelector('.message-row:has-text("while you were away")');
  await page.evaluate(() => (location.hash = '#/now'));
  await page.waitForSelector('.happening:has-text("while you were away")');
  await home.agent('uma');
  await page.waitForSelector('.card:has-text("uma")');
});

test('a terminal that does not fit shows the whole of a line, or the place that its program writes to', async ({
  cockpit,
  home,
}) => {
  const [nine] = await Promise.all(['team-9', 'team-10', 'team-11'].map((id) => home.agent(id)));
  await home.person().call('/send', { body: { target: 'team-11', text: 'Count.', response: true, wait_ms: 0 } });
  await nine?.inside(['sh', '-c', `printf 'left${'-'.repeat(111)}right\n' > /dev/tty`]);
  const page = await cockpit.open({ at: '#/agents' });
  // As people count, but first whoever has something to do.
  await expect
    .poll(() => page.locator('.picks strong, .picks .pick-name > :first-child').allTextContents())
    .toEqual(expect.arrayContaining(['team-11', 'team-9', 'team-10']));
  const order = await page.locator('.picks .pick-name > :first-child').allTextContents();
  expect(order.filter((id) => id.startsWith('team-'))).toEqual(['team-11', 'team-9', 'team-10']);
  const cut = () =>
    page.evaluate(() => {
      const box = document.querySelector('.terminal-box')?.getBoundingClientRect();
      const row = [...document.querySelectorAll('.xterm-rows > div')].find((each) =>
        each.textContent?.includes('left-'),
      );
      const [first, last] = [row?.firstElementChild, row?.lastElementChild].map((each) =>
        each?.getBoundingClientRect(),
      );
      if (!box || !first || !last) return null;
      return { above: box.top - first.top, below: first.bottom - box.bottom, right: last.right - box.right };
    });
  await page.evaluate(() => (location.hash = '#/agents/team-9'));
  await expect.poll(async () => (await cut())?.right ?? 1).toBeLessThanOrEqual(0);
  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await cut())?.below ?? 1).toBeLessThanOrEqual(0);
  expect((await cut())?.above).toBeLessThanOrEqual(0);
});

test('the page says that it is behind while its daemon is frozen, and goes on although nothing has happened', async ({
  cockpit,
  home,
}) => {
  const page = await cockpit.open();
  const { pid } = home.entry('tester');
  process.kill(pid, 'SIGSTOP');
  // Somebody looks again, so the page asks for a sign of life.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForSelector('.banner');
  process.kill(pid, 'SIGCONT');
  await page.waitForSelector('.banner', { state: 'detached' });
  await page.waitForSelector('.stream.live');
});

test('nobody is told elsewhere what the page shows to somebody who looks', async ({ cockpit, home }) => {
  const told: string[] = [];
  const hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    told.push(JSON.parse(body).text);
    response.end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => hook.close(() => resolve())));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  await home.run(['notify', 'add', 'hook', 'webhook', '--url', url, '--on', 'needs-you']);
  const nia = await home.agent('nia');
  const ask = (text: string) => nia.call('/send', { body: { target: 'tester', text, response: true, wait_ms: 0 } });
  // Pages of other tests are in front of somebody, too.
  await Promise.all(cockpit.browser.contexts().map((context) => context.close()));
  const page = await cockpit.open();
  await ask('seen?');
  await page.waitForSelector('.need.request:has-text("seen?")');
  // Until a receiver would have been told.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await ask('behind another window?');
  await expect.poll(() => told).toEqual(['behind another window?']);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.context().close();
  await ask('closed?');
  await expect.poll(() => told).toEqual(['behind another window?', 'closed?']);
});

test('other hosts have a view of their own once there are some', async ({ cockpit, home }) => {
  const noa = await home.agent('noa');
  const page = await cockpit.open();
  await page.waitForSelector('.card:has-text("noa")');
  expect(await page.locator('nav li').count()).toBe(5);
  const created = { target: null, command: null, key: null, allow: [], createdAt: '2030-01-01T00:00:00.000Z' };
  writeHost(home.home, { name: 'gpu', ...created });
  writeHost(home.home, { name: 'attic', ...created });
  await noa.call('/send', { body: { target: 'zed@attic', text: 'are you there?', wait_ms: 0 } });
  await page.reload();
  await page.click('nav a:has-text("Hosts")');
  // A daemon keeps the links once it has seen that there are hosts.
  await home.agent('pam');
  await page.waitForSelector('.host:has-text("gpu"):has-text("it has not dialed yet")');
  const japanese = await cockpit.open({ locale: 'ja-JP', at: '#/hosts' });
  await japanese.waitForSelector('.host:has-text("gpu") .problem');
  await expect.poll(() => japanese.textContent('.host:has-text("gpu") .problem')).toMatch(/[ぁ-ん]/);
  const { pid, startTime, socket } = noa.entry;
  const agents = [
    { id: 'zed', type: 'shell', name: null, role: null, kind: 'ai', status: 'ready', lasting: true, storeId: 'x' },
  ] as const;
  publishLink(home.home, {
    ...{ host: 'gpu', state: 'up', reason: null, since: Date.now(), nextAt: null, version: '1.0.0', roundTripMs: 1.25 },
    ...{ owner: 'noa', pid, startTime, socket, agents },
  });
  await page.waitForSelector('.host:has-text("gpu"):has-text("linked"):has-text("zed@gpu"):has-text("1.3 ms")');
  await page.waitForSelector('.host:has-text("attic"):has-text("not linked"):has-text("1 waiting")');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  if (process.env.SYNAPSE_PICTURES)
    await page.screenshot({ path: join(process.env.SYNAPSE_PICTURES, 'hosts-phone.png') });
  publishLink(home.home, {
    ...{ host: 'gpu', state: 'down', reason: '<b>no route</b>', since: Date.now(), nextAt: null, version: null },
    ...{ roundTripMs: null, owner: 'noa', pid, startTime, socket, agents },
  });
  await page.waitForSelector('.host .problem:has-text("<b>no route</b>")');
  for (const name of ['gpu', 'attic']) removeHost(home.home, name);
  await page.waitForSelector('.hosts .nothing-yet');
  await page.keyboard.press('1');
  await page.waitForSelector('nav li:has-text("Hosts")', { state: 'detached' });
});
