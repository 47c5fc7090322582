/** Messages that something swallows which opens in the moment they are typed, and boxes that look full and are not. */
import { expect } from 'vitest';
import { boxAgent, held, status } from '../../rig/home/box.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

test.for(['menu', 'dialog'])(
  'a message that a %s swallows is typed again when the box is back',
  async (what, { home }) => {
    const desk = await boxAgent(home, { pace: { seenLimitMs: 300 } });
    await desk.box({ opensOnPaste: what });
    await home.run(['send', 'desk', 'patient']);
    await desk.line(/swallowed/);
    if (what === 'menu') await held(desk, 'unknown screen');
    else await status(desk, 'waiting');
    await desk.box({ menu: false, dialog: null });
    await desk.line(/patient/);
    expect(desk.lines()).toEqual(['<swallowed>', expect.stringContaining('patient')]);
  },
);

test('a message that is swallowed again and again fails', async ({ home }) => {
  const desk = await boxAgent(home, { pace: { seenLimitMs: 300 } });
  await desk.box({ opensOnPaste: 'menu' });
  const sent = home.run(['send', 'desk', 'unlucky', '--until', 'submitted']);
  for (const count of [1, 2]) {
    await expect.poll(() => desk.lines().length).toBe(count);
    await held(desk, 'unknown screen');
    await desk.box({ opensOnPaste: 'menu', menu: false });
  }
  expect((await sent).stderr).toContain('did not appear');
  await desk.box({ menu: false });
  expect(await home.run(['send', 'desk', 'lucky', '--until', 'submitted'])).toMatchObject({ code: 0 });
});

test.for([
  ['a piece of the message', 'stale'],
  ['something that nobody typed', 'zz'],
])('what is left of a screen, %s, holds no mail', async ([, leftover], { home }) => {
  const desk = await boxAgent(home);
  await desk.box({ leftover });
  for (const text of ['a stale one', 'a second one', 'a third one']) {
    expect(await home.run(['send', 'desk', text, '--until', 'submitted'])).toMatchObject({ code: 0 });
  }
  expect(desk.lines()).toHaveLength(3);
});
