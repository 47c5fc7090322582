/** Every button that the other tests do not press: what needs the person, agents, work, talk, and messages. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './rig/browser.js';

const need = (what: string, text: string) => `.need.${what}:has-text("${text}")`;
const title = (state: string) => `.thing-title .status:has-text("${state}")`;

async function go(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${place}`);
}

test('a question asked back, an approval, a chat and a dead daemon are dealt with where they are shown', async ({
  cockpit,
  crowd: { mia },
}) => {
  const page = await cockpit.open();
  await page.fill(`${need('question', 'slow ones')} textarea`, 'With them.');
  await page.click(`${need('question', 'slow ones')} button:has-text("Answer")`);
  expect(await mia.line('With them.')).toContain('With them.');
  await page.click(`${need('approval', 'bank for a sandbox')} button:has-text("Approve")`);
  await page.click(`${need('chat', 'fees differ')} button:has-text("Mark as read")`);
  await page.click(`${need('dead', 'ci')} button:has-text("Start")`);
  for (const what of ['question', 'approval', 'chat', 'dead'])
    await page.waitForSelector(`.need.${what}`, { state: 'detached' });
  await page.waitForSelector('.card:has-text("ci") .status:has-text("ready")');
});

test('work is requested, rejected, approved, assigned, created at once and ended', async ({ cockpit, crowd }) => {
  const [worker] = crowd.workers;
  const page = await cockpit.open({ at: '#/work' });
  for (const [name, decision] of [
    ['Buy a printer', 'Reject'],
    ['Buy paper', 'Approve'],
  ] as const) {
    await worker?.synapse('tool', 'request_task', '--title', name);
    await page.click(`.column a:has-text("${name}")`);
    await page.waitForSelector(`.thing-title h2:has-text("${name}")`);
    await page.click(`.work-actions button:has-text("${decision}")`);
    await page.waitForSelector('.thing-title .status:has-text("waiting for approval")', { state: 'detached' });
  }
  await page.selectOption('.work-actions select', 'mia');
  await page.waitForSelector('.thing-title .facts a:has-text("mia")');
  await page.waitForSelector('.line li:has-text("mia")');
  await page.click('.close');
  await page.click('button:has-text("New work")');
  await page.fill('.form label:has-text("Title") input', 'Print the cards');
  await page.fill('.form label:has-text("Description") textarea', 'On both sides.');
  await page.selectOption('.form label:has-text("Priority") select', 'urgent');
  await page.selectOption('.form label:has-text("Assignee") select', 'rex');
  await page.selectOption('.form label:has-text("Part of") select', { label: 'Checkout accepts gift cards' });
  await page.click('.form button:has-text("Create and start")');
  await page.waitForSelector(title('In progress'));
  await page.click('.work-actions button:text-is("Done")');
  await page.waitForSelector(title('Done'));
  await page.click('.tabs button:has-text("Tree")');
  await page.waitForSelector('.tree .tree a:has-text("Print the cards"):has-text("urgent")');
});

test('an agent is interrupted and restarted, and its terminal opened again', async ({ cockpit, home }) => {
  home.boxProfile('digger');
  const dan = await home.agent('dan', { profile: 'digger' });
  await dan.box({ worksOnPrompts: true });
  await home.run(['send', 'dan', 'Dig.']);
  const page = await cockpit.open({ at: '#/agents/dan' });
  await page.waitForSelector(title('busy'));
  await page.click('button:has-text("Interrupt")');
  await expect.poll(() => dan.lines()).toContain('<escape>');
  await page.waitForSelector('.xterm-rows');
  const { pid } = home.entry('dan');
  await page.click('.thing-head button:has-text("Restart")');
  await page.click('.confirm button:has-text("No")');
  await page.click('.thing-head button:has-text("Restart")');
  await page.click('.confirm button:has-text("Yes")');
  await expect.poll(() => home.entry('dan').pid).not.toBe(pid);
  await page.waitForSelector(title('ready'));
  await page.waitForSelector('.xterm-rows:has-text("Try")');
});

test('a person writes into a conversation, and reads what a delegation is about', async ({ cockpit, crowd }) => {
  expect(crowd.workers).toHaveLength(2);
  const page = await cockpit.open({ at: '#/talk' });
  await page.click('.picks a:has-text("gift card")');
  await page.fill('.thread textarea', 'Please keep it short.');
  await page.click('.thread button:has-text("mia")');
  await page.waitForSelector('.notice:has-text("Sent to mia.")');
  await expect.poll(() => JSON.stringify(cockpit.team.lines('mia'))).toContain('Please keep it short.');
  await page.click('.picks a:has-text("cards to test with")');
  await page.waitForSelector('.thread h2:has-text("worker-b")');
});

test('anybody is written to, and messages are filtered by agent and by what went wrong', async ({
  cockpit,
  home,
  crowd,
}) => {
  expect(crowd.workers).toHaveLength(2);
  const max = await home.agent('max');
  const page = await cockpit.open({ at: '#/messages' });
  await page.waitForSelector('.row');
  await page.keyboard.press('c');
  await page.keyboard.type('max');
  await page.fill('.write-box textarea', 'Which way?');
  await page.click('.write-box button:has-text("Ask")');
  await max.line('Which way?');
  await max.synapse('reply', 'Left.');
  await page.waitForSelector('.write-box .answered:has-text("Left.")');
  await page.fill('.write-box textarea', 'Thanks.');
  await page.click('.write-box button:has-text("Send")');
  await max.line('Thanks.');
  await page.waitForSelector('.write-box', { state: 'detached' });
  await page.selectOption('.filters select', 'max');
  await page.waitForSelector('.row:has-text("Thanks.")');
  await expect.poll(() => page.locator('.row:has-text("gift cards")').count()).toBe(0);
  await page.selectOption('.filters select', 'ann');
  await page.waitForSelector('.row:has-text("Which flags")');
  await page.selectOption('.filters select', '');
  await page.check('.filters input[type="checkbox"]');
  await expect.poll(() => page.locator('.row').count()).toBe(1);
  await page.click('.row:has-text("Which flags")');
  await page.waitForSelector('.line .status:has-text("expired")');
  await page.waitForSelector('.side .hint:has-text("ann is not running")');
});

test('the theme is chosen, and kept', async ({ cockpit }) => {
  const page = await cockpit.open({ colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click('.foot button');
  await page.selectOption('dialog select >> nth=0', 'dark');
  await page.click('dialog button:has-text("Close")');
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await page.waitForSelector('.stream.live');
  expect(await ground()).not.toBe(light);
  await go(page, 'now');
});
