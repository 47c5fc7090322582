/** Takes pictures of every place, wide and narrow, light and dark, and in Japanese. Those that the README shows are kept. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PHONE, test, WIDE } from './rig/browser.js';
import { PLACES } from './rig/places.js';

/** Only on demand, because they differ with the fonts of the machine. */
const FOLDER = process.env.SYNAPSE_PICTURES ?? '';
const WIDTHS = { wide: WIDE, phone: PHONE } as const;
const LIMIT_MS = 480_000;

test.skipIf(FOLDER === '')('the README shows what needs the person above the agents', async ({ cockpit, cast }) => {
  mkdirSync(FOLDER, { recursive: true });
  expect(cast.rex.id).toBe('rex');
  const page = await cockpit.open();
  await page.waitForSelector('.need.dialog');
  await page.waitForSelector('.card:has-text("kai")');
  await page.screenshot({ path: join(FOLDER, 'cockpit-now.png'), animations: 'disabled' });
});

test.skipIf(FOLDER === '')(
  'every place can be shown to a friend',
  { timeout: LIMIT_MS },
  async ({ cockpit, crowd }) => {
    expect(crowd.workers).toHaveLength(2);
    for (const locale of ['en-GB', 'ja-JP']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const [width, viewport] of Object.entries(WIDTHS)) {
          const page = await cockpit.open({ viewport, colorScheme, locale });
          for (const { name, show } of PLACES) {
            await show(page);
            const file = `${name}-${width}-${colorScheme}${locale === 'ja-JP' ? '-ja' : ''}.png`;
            await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' });
          }
          await page.context().close();
        }
      }
    }
  },
);
