/** Measures the page: its size, the time to its first paint, from a commit to the screen, and how it scrolls. Prints what it finds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT } from '../rig/home/binary.js';
import { isThorough as ALL } from '../rig/thorough.js';
import { test } from './rig/browser.js';

const KIB = 1024;
/** What the page loads when a terminal is shown for the first time. */
const LATER = /^shown-terminal/;

const print = (line: string) => process.stdout.write(`      ${line}\n`);

test('the page is small: 150 KiB compressed without the terminal', async () => {
  const folder = join(ROOT, 'dist/web');
  const size = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  const names = readdirSync(folder);
  const own = size(names.filter((name) => !LATER.test(name)));
  const terminal = size(names.filter((name) => LATER.test(name)));
  print(`page ${Math.round(own / KIB)} KiB, terminal ${Math.round(terminal / KIB)} KiB, compressed`);
  expect(own).toBeLessThan(150 * KIB);
  expect(terminal).toBeGreaterThan(0);
});

test('the first paint comes soon', async ({ cockpit }) => {
  const page = await cockpit.open();
  const paintMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1);
  print(`first contentful paint after ${Math.round(paintMs)} ms`);
  expect(paintMs).toBeGreaterThan(0);
});

const AGENTS = ALL ? 50 : 4;
const MESSAGES = ALL ? 100 : 20;
const EVERY_MS = 100;

test(`a message is on the screen soon after its commit, with ${AGENTS} agents`, async ({ cockpit, home }) => {
  for (let made = 0; made < AGENTS; made += 10) {
    const ids = Array.from({ length: Math.min(10, AGENTS - made) }, (_, index) => `a${made + index}`);
    await Promise.all(ids.map((id) => home.agent(id)));
  }
  const page = await cockpit.open();
  await noteArrivals(page);
  const person = home.person();
  const sent = new Map<string, number>();
  for (let count = 0; count < MESSAGES; count += 1) {
    const text = `mark-${count}-`;
    const began = performance.now();
    await person.call('/send', { body: { target: `a${count % AGENTS}`, text } });
    sent.set(text, Date.now());
    await page.waitForTimeout(Math.max(0, EVERY_MS - (performance.now() - began)));
  }
  await expect.poll(() => page.evaluate(() => Object.keys(arrivals()).length)).toBe(MESSAGES);
  const seen = await page.evaluate(() => arrivals());
  const delays = [...sent].map(([text, at]) => (seen[text] ?? Number.NaN) - at).sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)] ?? Number.NaN;
  print(
    `from the answer of /send to the screen: median ${Math.round(median)} ms, 95 % ${Math.round(delays[Math.floor(delays.length * 0.95)] ?? 0)} ms`,
  );
  expect(median).toBeLessThan(5_000);
});

declare function arrivals(): Record<string, number>;

/** Notes when each message came to be in the page. */
async function noteArrivals(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    (globalThis as unknown as { arrivals: () => typeof seen }).arrivals = () => seen;
    new MutationObserver(() => {
      for (const mark of document.body.innerText.match(/mark-\d+-/g) ?? []) seen[mark] ??= Date.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

const MANY = ALL ? 10_000 : 600;
const AT_ONCE = 50;

test(`${MANY} messages are scrolled through without a pause`, async ({ cockpit, home }) => {
  await home.agent('rex');
  await home.pause('rex');
  const person = home.person();
  for (let made = 0; made < MANY; made += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, (_, index) => `message ${made + index}`);
    await Promise.all(texts.map((text) => person.call('/send', { body: { target: 'rex', text } })));
  }
  const page = await cockpit.open({ at: '#/messages' });
  await page.waitForSelector('.row');
  const { longestMs, rows, drawn } = await page.evaluate(async (wanted) => {
    const list = document.querySelector('.virtual') as HTMLElement;
    let longestMs = 0;
    let drawn = 0;
    let last = performance.now();
    const until = last + 90_000;
    while (performance.now() < until) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      longestMs = Math.max(longestMs, now - last);
      last = now;
      drawn = Math.max(drawn, document.querySelectorAll('.row').length);
      list.scrollTop += 900;
      if (list.scrollHeight / 62 >= wanted && list.scrollTop + list.clientHeight >= list.scrollHeight - 62) break;
    }
    return { longestMs, drawn, rows: Math.round(list.scrollHeight / 62) };
  }, MANY);
  print(`${rows} messages scrolled, longest frame ${Math.round(longestMs)} ms, at most ${drawn} rows drawn`);
  expect(rows).toBeGreaterThanOrEqual(MANY);
  expect(drawn).toBeLessThan(80);
  expect(longestMs).toBeLessThan(ALL ? 1_000 : 3_000);
});
