/** Takes pictures of every view, wide and narrow, light and dark. Those that the README shows are kept. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PHONE, test, WIDE } from './rig/browser.js';

/** Only on demand, because they differ with the fonts of the machine. */
const FOLDER = process.env.SYNAPSE_PICTURES ?? '';

test.skipIf(FOLDER === '')('every view can be shown to a friend', async ({ cockpit, cast }) => {
  mkdirSync(FOLDER, { recursive: true });
  expect(cast.rex.id).toBe('rex');
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
      const page = await cockpit.open({ viewport, colorScheme });
      const take = (view: string) =>
        page.screenshot({ path: join(FOLDER, `${view}-${name}-${colorScheme}.png`), animations: 'disabled' });
      await page.waitForSelector('.need');
      await take('now');
      await page.evaluate(() => (location.hash = '#/agents/rex'));
      await page.waitForSelector('.xterm-rows');
      await page.waitForTimeout(1200);
      await take('agent');
      await page.evaluate(() => (location.hash = '#/talk'));
      await page.waitForSelector('.picks a');
      await page.click('.picks a');
      await page.waitForSelector('.bubble');
      await take('talk');
      await page.evaluate(() => (location.hash = '#/work'));
      await page.waitForSelector('.column a');
      await take('board');
      await page.evaluate(() => (location.hash = '#/messages'));
      await page.waitForSelector('.row');
      await page.click('.row:nth-child(2)');
      await page.waitForSelector('.line li');
      await take('messages');
      await page.context().close();
    }
  }
});
