/** What keeps people who hear or magnify a page from using it, as axe finds it. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export async function violations(page: Page): Promise<string[]> {
  // The policy of the page forbids scripts from elsewhere, so the checker comes as a task of the test itself.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run({
      include: document as never,
      // What a program draws in its terminal is its own.
      exclude: ['.xterm-rows'],
    });
    return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
  return found;
}
