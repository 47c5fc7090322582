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
  await page.waitForSelector('h1:has-text("has ended")');
});
