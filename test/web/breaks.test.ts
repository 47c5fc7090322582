/** The connection breaks while the page sends, waits for an answer, follows a log, or lists what others send. */
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from './rig/browser.js';
import { freePort } from './rig/free-port.js';

test('whoever presses again after a break sends the same message', async ({ cockpit, home }) => {
  const una = await home.agent('una');
  const page = await cockpit.open({ at: '#/agents/una' });
  for (const [button, text] of [
    ['Send', 'send this once'],
    ['Ask', 'ask this once'],
  ] as const) {
    // The daemon gets it, but the page gets no answer.
    await page.route(
      '**/own/send',
      async (route) => {
        const request = route.request();
        const headers = { ...request.headers(), cookie: await cookies() };
        const cut = new AbortController();
        const body = request.postData() ?? '';
        fetch(request.url(), { method: 'POST', headers, body, signal: cut.signal }).catch(() => {});
        await una.line(text);
        cut.abort();
        await route.abort();
      },
      { times: 1 },
    );
    await page.fill('.agent-messages textarea', text);
    await page.click(`.agent-messages .compose button:has-text("${button}")`);
    await page.waitForSelector('.notice.bad:has-text("Your daemon is not responding.")');
    await page.click(`.agent-messages .compose button:has-text("${button}")`);
    await expect.poll(() => page.inputValue('.agent-messages textarea')).toBe('');
  }
  await una.synapse('reply', 'I am asked once.');
  await page.waitForSelector('.asked .answered:has-text("I am asked once.")');
  expect(una.lines().filter((line) => line.includes('this once'))).toHaveLength(2);
  expect(await page.locator('.asked li').count()).toBe(1);

  async function cookies(): Promise<string> {
    return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  }
});

test('a question outlives the daemon that waits for its answer', async ({ cockpit, home }) => {
  const ulf = await home.agent('ulf');
  const page = await cockpit.open({ at: '#/agents/ulf', port: await freePort() });
  await page.fill('.agent-messages textarea', 'Are you still there?');
  await page.click('.agent-messages .compose button:has-text("Ask")');
  await page.waitForSelector('.asked .waiting:has-text("Are you still there?")');
  await ulf.line('Are you still there?');
  await home.stop('tester');
  await page.waitForSelector('.banner');
  await home.startPerson();
  await ulf.synapse('reply', 'Yes, I am.');
  await page.waitForSelector('.asked .answered:has-text("Yes, I am.")');
  expect(ulf.lines().filter((line) => line.includes('still there'))).toHaveLength(1);
});

test('a message that does not arrive is not said to be sent', async ({ cockpit, home }) => {
  await home.agent('ute');
  const page = await cockpit.open({ at: '#/agents/ute' });
  await page.route('**/own/send', (route) =>
    route.fulfill({ body: `${JSON.stringify({ event: 'done', outcome: 'failed', target: 'ute', task: null })}\n` }),
  );
  await page.fill('.agent-messages textarea', 'lost');
  await page.click('.agent-messages .compose button:has-text("Send")');
  await page.waitForSelector('.notice.bad:has-text("did not reach ute")');
  expect(await page.inputValue('.agent-messages textarea')).toBe('lost');
});

test('the list of messages has no gap after a break, and old messages change in it', async ({ cockpit, home }) => {
  const late = await home.agent('late');
  const [ula, uma] = [await home.agent('ula'), await home.agent('uma')];
  const send = (from: typeof late, target: string, text: string) =>
    from.call('/send', { body: { target, text, wait_ms: 0 } });
  await home.stop(late.id);
  await send(ula, 'late', 'waits for late');
  for (let count = 0; count < 120; count += 1) await send(ula, 'uma', `before ${count}`);
  const page = await cockpit.open({ at: '#/messages', port: await freePort() });
  const size = async () => Number(await page.locator('.row').first().getAttribute('aria-setsize'));
  await expect.poll(size).toBeGreaterThan(120);
  const before = await size();
  const old = page.locator('.row:has-text("waits for late")');
  await expect
    .poll(async () => {
      await page.locator('.virtual').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
      return old.count();
    })
    .toBe(1);
  await expect.poll(() => old.innerText()).toContain('queued');
  await home.agent('late');
  await expect.poll(() => old.innerText()).not.toContain('queued');
  await home.stop('tester');
  await page.waitForSelector('.banner');
  for (let count = 0; count < 130; count += 1) await send(uma, 'late', `meanwhile ${count}`);
  await home.startPerson();
  await page.waitForSelector('.stream.live');
  await expect.poll(size).toBe(before + 130);
});

test('a log that is followed stays, and goes on after a break', async ({ cockpit, home }) => {
  const { team } = cockpit;
  await team.agent('lou', { parent: 'tester' });
  await team.ask('/work', { project: 'shop', title: 'Print lines', assignee: 'lou', status: 'in_progress' });
  const lou = await home.agent('lou', { options: ['--project', 'shop'] });
  await lou.synapse('tool', 'get_next_action');
  const folder = join(home.home, 'executions');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.log'));
  const print = (line: string) => appendFileSync(join(folder, name), `${line}\n`);
  const page = await cockpit.open({ at: '#/work' });
  await page.click('.column a:has-text("Print lines")');
  await page.click('.executions button');
  print('the first line');
  await page.waitForSelector('.log pre:has-text("the first line")');
  await page.route('**/page/executions/*/log*', (route) => route.abort());
  await page.waitForSelector('.log .problem:has-text("Your daemon is not responding.")');
  expect(await page.innerText('.log pre')).toContain('the first line');
  print('the second line');
  await page.unroute('**/page/executions/*/log*');
  await page.waitForSelector('.log pre:has-text("the second line")');
  await page.waitForSelector('.log .problem', { state: 'detached' });
});
