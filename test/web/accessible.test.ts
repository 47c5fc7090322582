/** Every place of the page: usable without eyes and with enlarged letters, in both themes, wide and on a phone. */
import { expect } from 'vitest';
import { PHONE, test, WIDE } from './rig/browser.js';
import { PLACES } from './rig/places.js';
import { violations } from './rig/violations.js';

const HASH_OF_NOTHING = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const THEMES = ['light', 'dark'] as const;
const WIDTHS = { wide: WIDE, phone: PHONE } as const;
/** On a busy machine each place takes seconds. */
const LIMIT_MS = 480_000;

test('every place is accessible and fits, in both themes, wide and on a phone', { timeout: LIMIT_MS }, async ({
  cockpit,
  crowd,
}) => {
  expect(crowd.workers).toHaveLength(2);
  for (const colorScheme of THEMES) {
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      const page = await cockpit.open({ colorScheme, viewport, reducedMotion: 'reduce' });
      for (const { name, show } of PLACES) {
        await show(page);
        const where = `${name}, ${colorScheme}, ${width}`;
        expect(await violations(page), where).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${where}: too wide`).toBeLessThanOrEqual(0);
      }
      await page.context().close();
    }
  }
  // The checker itself adds empty styles, which the page refuses.
  expect(cockpit.complaints.filter((complaint) => !complaint.includes(HASH_OF_NOTHING))).toEqual([]);
});

test('whoever wants less motion sees none', async ({ cockpit, cast }) => {
  expect(cast.rex.id).toBe('rex');
  const moving = (reducedMotion: 'reduce' | 'no-preference') =>
    cockpit.open({ reducedMotion }).then(async (page) => {
      await page.waitForSelector('.status.work .mark');
      const count = await page.evaluate(() => document.getAnimations().length);
      await page.context().close();
      return count;
    });
  expect(await moving('reduce')).toBe(0);
  expect(await moving('no-preference')).toBeGreaterThan(0);
});
