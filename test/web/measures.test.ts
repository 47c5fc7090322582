/** Measures the page: its size, the time to its first paint, from a commit to the screen, and how it scrolls. Prints what it finds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { LogWriter } from '../../src/team/executions/log-writer.js';
import { ROOT } from '../rig/home/binary.js';
import { isThorough as ALL } from '../rig/thorough.js';
import { bestOf, median, stretched } from '../rig/times.js';
import { test } from './rig/browser.js';

const KIB = 1024;
const MIB = 1024 * KIB;
/** What the page loads when a terminal is shown for the first time. */
const LATER = /^shown-terminal/;
const FONT = /\.woff2$/;
/** Fifty daemons start, and ten thousand messages are sent. */
const LIMIT_MS = 480_000;

const print = (line: string) => process.stdout.write(`      ${line}\n`);

test('the page is small: 150 KiB compressed without the terminal', async () => {
  const folder = join(ROOT, 'dist/web');
  const sizeOf = (fits: (name: string) => boolean) =>
    readdirSync(folder)
      .filter(fits)
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0) / KIB;
  const own = sizeOf((name) => !LATER.test(name) && !FONT.test(name));
  const [font, terminal] = [sizeOf((name) => FONT.test(name)), sizeOf((name) => LATER.test(name))];
  print(`page ${own.toFixed(0)} KiB, typeface ${font.toFixed(0)} KiB, terminal ${terminal.toFixed(0)} KiB, compressed`);
  expect(own + font).toBeLessThan(150);
  expect(terminal).toBeGreaterThan(0);
});

const PAINT_MS = 1_000;

test('the first paint of a daemon that has just started comes within a second', async ({ cockpit, home }) => {
  const times: number[] = [];
  const round = async () => {
    await home.stop('tester');
    await home.startPerson();
    const page = await cockpit.open();
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    await page.context().close();
    times.push(paintMs);
    return paintMs;
  };
  expect(await bestOf(3, PAINT_MS, round)).toBeLessThan(PAINT_MS);
  print(`first contentful paint from a cold daemon after ${times.map(Math.round).join(', ')} ms`);
});

const AGENTS = ALL ? 50 : 4;
const MESSAGES = ALL ? 200 : 20;
const EVERY_MS = 100;
const LIVE_MS = 200;

test(`a message is on the screen soon after its commit, with ${AGENTS} agents`, { timeout: LIMIT_MS }, async ({
  cockpit,
  home,
}) => {
  for (let made = 0; made < AGENTS; made += 10) {
    const ids = Array.from({ length: Math.min(10, AGENTS - made) }, (_, index) => `a${made + index}`);
    await Promise.all(ids.map((id) => home.agent(id)));
  }
  const page = await cockpit.open();
  await page.waitForFunction((count) => document.querySelectorAll('.card').length >= count, AGENTS);
  await noteArrivals(page);
  const person = home.person();
  for (let count = 0; count < MESSAGES; count += 1) {
    const began = performance.now();
    await person.call('/send', { body: { target: `a${count % AGENTS}`, text: `mark-${count}-`, wait_ms: 0 } });
    await page.waitForTimeout(Math.max(0, EVERY_MS - (performance.now() - began)));
  }
  await expect.poll(() => page.evaluate(() => Object.keys(arrivals()).length)).toBe(MESSAGES);
  const seen = await page.evaluate(() => arrivals());
  const { messages } = (await person.call(`/history?limit=${MESSAGES}`)).body;
  const delays = (messages as { text: string; created_at: string }[])
    .map(({ text, created_at }) => (seen[text] ?? Number.NaN) - Date.parse(created_at))
    .sort((a, b) => a - b);
  const late = delays[Math.floor(delays.length * 0.95)] ?? Number.NaN;
  print(`from the commit to the screen, ${AGENTS} agents: median ${median(delays)} ms, 95 % ${late} ms`);
  expect(delays).toHaveLength(MESSAGES);
  expect(median(delays)).toBeLessThan(await stretched(LIVE_MS));
});

declare function arrivals(): Record<string, number>;

/** Notes when each message came to be in the page. */
async function noteArrivals(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    (globalThis as unknown as { arrivals: () => typeof seen }).arrivals = () => seen;
    const list = document.querySelector('.lately') as HTMLElement;
    new MutationObserver(() => {
      for (const mark of list.textContent?.match(/mark-\d+-/g) ?? []) seen[mark] ??= Date.now();
    }).observe(list, { childList: true, subtree: true, characterData: true });
  });
}

const MANY = ALL ? 10_000 : 600;
const AT_ONCE = 50;

test(`${MANY} messages are scrolled through without a pause`, { timeout: LIMIT_MS }, async ({ cockpit, home }) => {
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

const LOG_MIB = ALL ? 1_024 : 8;
const LINE = `${'x'.repeat(79)}\n`;

test(`a log of ${LOG_MIB} MiB is shown from its end, live, and earlier lines on asking`, { timeout: LIMIT_MS }, async ({
  cockpit,
  home,
}) => {
  const { team } = cockpit;
  await team.agent('lou', { parent: 'tester' });
  await team.ask('/work', { project: 'shop', title: 'Print a lot', assignee: 'lou', status: 'in_progress' });
  const lou = await home.agent('lou', { options: ['--project', 'shop'] });
  await lou.synapse('tool', 'get_next_action');
  const page = await cockpit.open({ at: '#/work' });
  await page.click('.column a:has-text("Print a lot")');
  await page.waitForSelector('.executions button');
  const folder = join(home.home, 'executions');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.log'));
  const log = new LogWriter(join(folder, name), 2 * LOG_MIB * MIB);
  for (let written = 0; written < LOG_MIB; written += 1) log.write(Buffer.from(LINE.repeat(MIB / LINE.length)));
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return Math.round(performance.now() - began);
  };
  const shownMs = await timed(async () => {
    await page.click('.executions button');
    await page.waitForSelector('.log pre:has-text("xxx")');
  });
  const liveMs = await timed(async () => {
    log.write(Buffer.from('the last line\n'));
    await page.waitForSelector('.log pre:has-text("the last line")');
  });
  const earlierMs = await timed(async () => {
    const before = await page.innerText('.log .hint');
    await page.click('.log button >> nth=0');
    await page.waitForFunction((old) => document.querySelector('.log .hint')?.textContent !== old, before);
  });
  const lines = await page.evaluate(() => document.querySelector('.log pre')?.textContent?.split('\n').length ?? 0);
  print(`log of ${LOG_MIB} MiB: shown after ${shownMs} ms, a new line after ${liveMs} ms, earlier ${earlierMs} ms`);
  expect(lines).toBeLessThanOrEqual(500);
  expect(Math.max(shownMs, liveMs, earlierMs)).toBeLessThan(await stretched(3_000));
});
