import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isSameProcess } from '../../src/processes.js';
import { test } from './rig/browser.js';
import { violations } from './rig/violations.js';

const show = (page: Page, place: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${place}`);

test('a dialog is answered with a button, which is bound to that dialog', async ({ cockpit, cast: { ada } }) => {
  const page = await cockpit.open();
  await page.click('.need.dialog button:has-text("Yes")');
  await expect.poll(() => ada.lines()).toContain('<chose 1>');
  await page.waitForSelector('.need.dialog', { state: 'detached' });
});

test('what needs the person is shown whole beside a terminal, however low the page is', async ({ cockpit, cast }) => {
  await cast.ada.box({ dialog: `echo ${'one '.repeat(40)}two` });
  for (const viewport of [
    { width: 1700, height: 560 },
    { width: 1280, height: 560 },
    { width: 380, height: 560 },
  ]) {
    const page = await cockpit.open({ viewport, at: '#/agents/ada' });
    await page.waitForSelector('.need.request');
    await page.waitForSelector('.need.dialog:has-text("two")');
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('.need, .need .said')]
        .filter((box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)
        .map((box) => box.textContent),
    );
    expect(hidden, `${viewport.width}`).toEqual([]);
    await page.context().close();
  }
  await cast.ada.box({ dialog: null });
});

test('a request to the person is answered, and an agent is asked and its answer shown', async ({
  cockpit,
  home,
  cast,
}) => {
  expect(cast.ada.id).toBe('ada');
  const page = await cockpit.open();
  await page.fill('.need.request textarea', 'Never. They live as long as the shop.');
  await page.press('.need.request textarea', 'Control+Enter');
  await page.waitForSelector('.need.request', { state: 'detached' });
  const kai = await home.agent('zoe');
  await show(page, 'agents/zoe');
  await page.fill('.agent-messages textarea', 'How many pages?');
  await page.press('.agent-messages textarea', 'Control+Enter');
  await kai.line('How many pages?');
  await kai.synapse('reply', 'Twelve, with javascript:alert(1) in none of them.');
  await page.waitForSelector('.asked .answered:has-text("Twelve")');
});

test('a failure is dismissed for good, and unread chat is answered where it is shown', async ({ cockpit, home }) => {
  await home.agent('ivo');
  await home.stop('ivo');
  await home.person().call('/send', { body: { target: 'ivo', text: 'too late', expires_ms: 100, wait_ms: 0 } });
  const { a } = await cockpit.team.pair();
  await a.do('send_message', { target_agent_id: 'tester', content: 'Shall I go on?' });
  const page = await cockpit.open();
  await page.click('.need.message:has-text("too late") button[aria-label^="Dismiss"]');
  await page.waitForSelector('.need.message:has-text("too late")', { state: 'detached' });
  await page.fill('.need.chat:has-text("Shall I go on?") textarea', 'Please do.');
  await page.press('.need.chat textarea', 'Control+Enter');
  await page.waitForSelector('.need.chat', { state: 'detached' });
  await page.reload();
  await page.waitForSelector('.stream.live');
  await page.waitForSelector('.happening:has-text("Please do.")');
  expect(await page.locator('.need:has-text("too late"), .need.chat').count()).toBe(0);
  await show(page, 'agents/ivo');
  await page.waitForSelector('.agent-messages .calm-line, .agent-messages .bubble');
});

test('a terminal is looked at, typed into after a click, and shows what the program prints', async ({
  cockpit,
  home,
}) => {
  const rex = await home.agent('kim');
  const page = await cockpit.open({ at: '#/agents/kim' });
  await page.waitForSelector('.xterm-rows');
  await page.waitForSelector('button:has-text("Type")');
  await page.click('.terminal-box');
  await page.keyboard.type('not taken');
  await page.click('button:has-text("Type")');
  await page.waitForSelector('.term.typing');
  await page.waitForSelector('button:has-text("Stop typing")');
  await page.keyboard.type('taken');
  await page.keyboard.press('Enter');
  expect(await rex.line('taken')).toBe('taken');
  expect(rex.lines().join()).not.toContain('not taken');
  await page.keyboard.press('Control+]');
  await page.waitForSelector('button:has-text("Type")');
  await rex.inside(['sh', '-c', 'seq -f "line-%g-" 1 200 > /dev/tty']);
  await page.waitForSelector('.xterm-rows:has-text("line-200-")');
  await page.hover('.terminal-box');
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -600);
      return page.textContent('.xterm-rows');
    })
    .toContain('line-3-');
});

test('an agent is paused, resumed, stopped and started again', async ({ cockpit, home }) => {
  await home.agent('lee');
  const page = await cockpit.open({ at: '#/agents/lee' });
  await page.click('button:has-text("Pause")');
  await page.click('button:has-text("Resume")');
  await page.waitForSelector('button:has-text("Pause")');
  await page.click('button:has-text("Stop")');
  await page.click('.confirm button:has-text("Yes")');
  await page.waitForSelector('.thing-title .status:has-text("stopped")');
  await page.click('.actions button:text-is("Start")');
  await page.waitForSelector('.thing-title .status:has-text("ready")');
  // Its daemon answers nobody any more.
  const entry = home.entry('lee');
  process.kill(entry.pid, 'SIGSTOP');
  await page.click('button:has-text("Stop")');
  await page.click('.confirm button:has-text("Yes")');
  await page.waitForSelector('.thing-title .status:has-text("stopped")');
  await expect.poll(() => isSameProcess(entry)).toBe(false);
});

test('work is created, started and approved or blocked on the page', async ({ cockpit }) => {
  await cockpit.team.agent('pat');
  const page = await cockpit.open({ at: '#/work' });
  await page.click('button:has-text("New work")');
  await page.fill('.form label:has-text("Title") input', 'Count the pages <b>');
  await page.selectOption('.form label:has-text("Assignee") select', 'pat');
  await page.click('.form button:text-is("Create")');
  await page.waitForSelector('.thing-title h2:has-text("Count the pages <b>")');
  await page.click('.work-actions button:text-is("Start")');
  await page.waitForSelector('.thing-title .status:has-text("In progress")');
  await page.fill('.work-actions label:has-text("Reason") input', 'no paper');
  await page.click('.work-actions button:has-text("Blocked")');
  await page.waitForSelector('.thing-title .status:has-text("Blocked")');
  await page.click('button:has-text("Tree")');
  await page.waitForSelector('.tree a:has-text("Count the pages")');
});

test('a conversation is read, written to and ended', async ({ cockpit }) => {
  const { a, b } = await cockpit.team.pair();
  await a.talk(b, { purpose: 'count', initial_message: 'How many?' });
  const page = await cockpit.open({ at: '#/talk' });
  await page.click('.picks a');
  await page.waitForSelector('.bubble:has-text("How many?")');
  await page.click('.thread button:has-text("End")');
  await page.click('.confirm button:has-text("Yes")');
  await page.waitForSelector('.thread .facts:has-text("Ended by tester")');
});

test('messages are found by what they say, and show what became of them on both sides', async ({ cockpit, home }) => {
  const rex = await home.agent('sam');
  await home.run(['send', 'sam', 'the first about apples']);
  await home.run(['send', 'sam', 'the second about [pears]']);
  await rex.line('pears');
  const page = await cockpit.open({ at: '#/messages' });
  await page.waitForSelector('.row:nth-child(2)');
  await page.keyboard.press('/');
  await page.keyboard.type('[pears]');
  await expect.poll(() => page.locator('.row').count()).toBe(1);
  await page.click('.row');
  await expect.poll(() => page.locator('.side').count()).toBe(2);
  await page.waitForSelector('.side:nth-child(2) .status:has-text("submitted")');
  await home.run(['send', 'sam', 'one more with [pears]']);
  await expect.poll(() => page.locator('.row').count()).toBe(2);
});

test('Escape leaves a question, a form and a terminal, and the keyboard goes on from there', async ({
  cockpit,
  cast,
}) => {
  expect(cast.rex.id).toBe('rex');
  const page = await cockpit.open({ at: '#/agents/rex' });
  const focused = (selector: string) => page.waitForSelector(`${selector}:focus`);
  await page.focus('.thing-head button:has-text("Stop")');
  await page.keyboard.press('Enter');
  await focused('.confirm button:has-text("Yes")');
  await page.keyboard.press('Escape');
  await focused('.thing-head button:has-text("Stop")');
  await page.click('button:has-text("Type")');
  await page.waitForSelector('.term.typing');
  await focused('.xterm textarea');
  await page.keyboard.press('Control+]');
  await focused('.terminal-bar button:has-text("Type")');
  await page.keyboard.press('5');
  await page.keyboard.press('c');
  await focused('.write-box input');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await focused('.write-box input');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.write-box', { state: 'detached' });
  await page.keyboard.press('4');
  await page.keyboard.press('c');
  await focused('.form input');
  await page.keyboard.type('Half a title');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await focused('.form input');
  expect(await page.inputValue('.form input')).toBe('Half a title');
  await page.fill('.form input', '');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.form', { state: 'detached' });
  await show(page, 'messages/none');
  await page.waitForSelector('.missing:has-text("There is no such message.")');
});

test('keys lead everywhere, and the page speaks Japanese', async ({ cockpit, cast }) => {
  await cast.ada.synapse('send', 'tester', 'Which colour?', '--response', '--no-wait');
  const page = await cockpit.open();
  await page.waitForSelector('.need');
  await page.keyboard.press('4');
  await page.waitForSelector('h1:has-text("Work")');
  await page.keyboard.press('2');
  await page.waitForSelector('.picks a');
  await page.keyboard.press('j');
  await page.waitForSelector('.picks a:focus');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.thing-title');
  await page.keyboard.press('n');
  await page.waitForSelector('.need :focus');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  expect(await violations(page)).toEqual([]);
  await page.selectOption('dialog select >> nth=1', 'ja');
  await page.waitForSelector('dialog h2:has-text("キーボード")');
  await page.keyboard.press('Escape');
  await page.waitForSelector('nav a:has-text("メッセージ")');
  expect(await page.getAttribute('html', 'lang')).toBe('ja');
});
