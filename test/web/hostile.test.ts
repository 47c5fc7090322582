/** Names, titles, texts, links and output of an agent that means harm: they are shown, and nothing more. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE, test, WIDE } from './rig/browser.js';

const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b>';
const LINKS = 'javascript:alert(3) data:text/html,x https://ok.example/a"onclick="alert(4)';
/** Turned around, invisible, piled up, and without a place to break. */
const DISGUISES = `\u202eevil\u202c a\u200bda \u2066x\u2069 \ufeff\u00ad\u3164 z${'\u0301'.repeat(40)} ${'W'.repeat(300)}`;
const NASTY = `${MARKUP} ${LINKS} ${DISGUISES}`;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff]/;

/** What must not be anywhere in the page. */
async function harmIn(page: Page): Promise<unknown> {
  return page.evaluate((hidden) => {
    const isHidden = (text: string | null) => text !== null && new RegExp(hidden).test(text);
    // What a program draws in its terminal is its own.
    const all = [...document.querySelectorAll(':not(.xterm *)')];
    const words = (element: Element) => [
      ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent),
      ...['title', 'aria-label', 'placeholder', 'alt', 'label'].map((name) => element.getAttribute(name)),
    ];
    const links = [...document.querySelectorAll('a')];
    return {
      markup: document.querySelectorAll('main img, main script, main b, iframe, object').length,
      handlers: all.filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))).length,
      links: links.map((a) => a.getAttribute('href') ?? '').filter((href) => !/^#\/|^https?:\/\//.test(href)),
      unsafe: links.filter((a) => a.target !== '' && !a.rel.includes('noopener')).length,
      hidden: all.filter((element) => words(element).some(isHidden)).map((element) => element.outerHTML.slice(0, 120)),
      wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      strange: document.title.endsWith('Synapse') ? '' : document.title,
    };
  }, HIDDEN.source);
}

const NO_HARM = { markup: 0, handlers: 0, links: [], unsafe: 0, hidden: [], wide: 0, strange: '' };

test('nothing that an agent says becomes markup, a script or a strange link, hides, or takes the place of others', async ({
  cockpit: { team, open },
  home,
}) => {
  home.boxProfile('boxed');
  const tom = await home.agent('tom', { options: ['--role', NASTY.slice(0, 180)] });
  const box = await home.agent('box', { profile: 'boxed' });
  await home.run(['send', 'tom', NASTY]);
  await tom.synapse('send', 'tester', NASTY, '--response', '--no-wait');
  await box.box({ dialog: `${MARKUP} \u202erm\u200b -rf` });
  const { a, b } = await team.pair();
  await a.talk(b, { purpose: NASTY.slice(0, 500) });
  await a.say(b, NASTY);
  await a.do('send_message', { target_agent_id: 'tester', content: NASTY });
  const { task } = await team.ask('/work', { project: 'shop', title: NASTY.slice(0, 190), description: NASTY });
  const page = await open();
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    const views: readonly (readonly [string, string])[] = [
      ['now', '.need.dialog'],
      ['now', '.need.request'],
      ['now', '.need.chat'],
      ['agents/tom', '.agent-messages .bubble'],
      ['agents/box', '.agent-open .need.dialog'],
      ['talk', '.picks a'],
      ['work', '.column a'],
      [`work/${task.task_id}`, '.work-details .said'],
      ['messages', '.row'],
    ];
    for (const [view, shown] of views) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${view}`);
      await page.waitForSelector(`${shown}:has-text("onerror=alert(1)")`);
      expect(await harmIn(page), `${view} ${viewport.width}`).toEqual(NO_HARM);
    }
    await page.click('.row:has-text("onerror=alert(1)") >> nth=0');
    await page.waitForSelector('.said.whole:has-text("onerror=alert(1)")');
    expect(await harmIn(page), `message ${viewport.width}`).toEqual(NO_HARM);
  }
  expect(alerts).toBe(0);
});

test('what a program prints opens nothing but pages of the web, names no title and turns no words around', async ({
  cockpit: { open },
  home,
}) => {
  const tim = await home.agent('tim');
  const print = (text: string) => tim.inside(['sh', '-c', `printf '${text}' > /dev/tty`]);
  const page = await open({ at: '#/agents/tim' });
  await page.waitForSelector('button:has-text("Type")');
  // Links are not in the picture of a terminal that one begins to look at.
  await print('\\033]0;owned\\007\\033]2;owned\\007\\033]52;c;b3duZWQ=\\007\\033[21t');
  await print('\\033]8;;javascript:alert(1)\\007bad link\\033]8;;\\007\\r\\n');
  await print('\\033]8;;https://ok.example/\\007good link\\033]8;;\\007\\r\\n');
  await print('say \\342\\200\\256dlrow\\342\\200\\254 \\342\\201\\246x\\r\\n');
  await page.waitForSelector('.xterm-rows:has-text("say")');
  expect(await page.textContent('.xterm-rows')).not.toMatch(TURNING);
  const opened: string[] = [];
  await page.context().route('https://ok.example/**', (route) => {
    opened.push(route.request().url());
    return route.fulfill({ body: 'ok' });
  });
  const clickOn = async (words: string) => {
    const box = await page.evaluate((wanted) => {
      const row = [...document.querySelectorAll('.xterm-rows > div')].find((each) =>
        each.textContent?.includes(wanted),
      );
      const { left, top, height } = (row as HTMLElement).getBoundingClientRect();
      return { x: left + 20, y: top + height / 2 };
    }, words);
    await page.mouse.move(box.x, box.y);
    await page.mouse.move(box.x + 2, box.y);
    await page.mouse.click(box.x + 2, box.y);
  };
  await clickOn('bad');
  const arrives = page.context().waitForEvent('page');
  await clickOn('good');
  const other = await arrives;
  await other.waitForURL('https://ok.example/');
  expect(opened).toEqual(['https://ok.example/']);
  expect(await other.evaluate(() => window.opener)).toBe(null);
  expect(page.context().pages()).toHaveLength(2);
  expect(await page.title()).toMatch(/Agents · Synapse$/);
  expect(tim.lines()).toEqual([]);
});
