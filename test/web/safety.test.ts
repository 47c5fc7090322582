/** What the page keeps out: markup and links from agents, foreign pages, whoever may only look, and whoever was not let in. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './rig/browser.js';

const VIEWS = ['now', 'agents', 'agents/rex', 'talk', 'work', 'messages'] as const;

const show = (page: Page, place: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${place}`);

test('nothing that an agent says becomes markup, a script or a strange link', async ({ cockpit, home }) => {
  const nasty =
    '<img src=x onerror=alert(1)><script>alert(2)</script> javascript:alert(3) https://ok.example/a"onclick="x \u202eevil\u001b]0;title\u0007';
  const rex = await home.agent('tom', { options: ['--name', 'tom-x', '--role', '<b>role</b>'] });
  await home.run(['send', 'tom', nasty]);
  await rex.synapse('send', 'tester', nasty, '--response', '--no-wait');
  const page = await cockpit.open();
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  await page.waitForSelector('.need.request');
  for (const view of ['now', 'agents/tom', 'messages']) {
    await show(page, view);
    await page.waitForTimeout(300);
    const found = await page.evaluate(() => ({
      markup: document.querySelectorAll('main img, main script, main b').length,
      links: [...document.querySelectorAll('a')]
        .map((a) => a.getAttribute('href') ?? '')
        .filter((href) => !/^#\/|^https?:/.test(href)),
      unsafe: [...document.querySelectorAll('a[target]')].filter((a) => !a.getAttribute('rel')?.includes('noopener'))
        .length,
      title: document.title,
    }));
    expect(found).toMatchObject({ markup: 0, links: [], unsafe: 0 });
    expect(found.title).toMatch(/Synapse$/);
  }
  await rex.inside([
    'sh',
    '-c',
    "printf '\\033]0;owned\\007\\033]52;c;b3duZWQ=\\007\\033]8;;javascript:alert(1)\\007link\\033]8;;\\007' > /dev/tty",
  ]);
  await show(page, 'agents/tom');
  await page.waitForSelector('.xterm-rows');
  await page.click('.terminal-box');
  expect([alerts, await page.title()]).toEqual([0, expect.stringContaining('Synapse')]);
});

test('a foreign page reaches nothing, not even with the cookie', async ({ cockpit, home }) => {
  const page = await cockpit.open();
  const port = home.entry('tester').port;
  const server = createServer((_request, response) => response.end('<!doctype html><title>evil</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const evil = await page.context().newPage();
  await evil.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  const got = await evil.evaluate(async (target) => {
    const tries: Record<string, string> = {};
    const attempt = async (name: string, work: () => Promise<string>) => {
      tries[name] = await work().catch(() => 'refused');
    };
    await attempt('read', async () =>
      (await fetch(`http://localhost:${target}/web/api/page/me`, { credentials: 'include' })).text(),
    );
    await attempt(
      'write',
      async () =>
        (
          await fetch(`http://localhost:${target}/web/api/own/send`, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            body: '{}',
          })
        ).type,
    );
    await attempt(
      'stream',
      () =>
        new Promise((resolve) => {
          const socket = new WebSocket(`ws://localhost:${target}/web/stream`, ['synapse-page', 'key.x']);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
    );
    await attempt(
      'frame',
      () =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = `http://localhost:${target}/web/`;
          frame.onload = () => {
            try {
              resolve(frame.contentDocument === null ? 'refused' : 'shown');
            } catch {
              resolve('refused');
            }
          };
          document.body.append(frame);
        }),
    );
    return tries;
  }, port);
  expect(got).toEqual({ read: 'refused', write: 'opaque', stream: 'refused', frame: 'refused' });
  server.close();
});

test('a read-only page shows everything and offers nothing', async ({ cockpit, cast }) => {
  expect(cast.ada.id).toBe('ada');
  const page = await cockpit.open({ readOnly: true });
  await page.waitForSelector('.tag:has-text("Read-only")');
  await page.waitForSelector('.need');
  for (const view of VIEWS) {
    await show(page, view);
    await page.waitForTimeout(200);
    const enabled = await page.locator('main .actions button:not(:disabled)').allInnerTexts();
    expect(enabled, view).toEqual([]);
    expect(await page.locator('main textarea:not(.xterm-helper-textarea)').count(), view).toBe(0);
  }
});

test('without a session there is a sentence, and --logout closes an open page', async ({ cockpit, home }) => {
  const page = await cockpit.open();
  const stranger = await (await cockpit.browser.newContext()).newPage();
  await stranger.goto(`http://localhost:${home.entry('tester').port}/web/`);
  expect(await stranger.innerText('body')).toContain('synapse web');
  await home.run(['web', '--logout']);
  await page.waitForSelector('h1:has-text("not open any more")');
});
