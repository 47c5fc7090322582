import { expect, test } from 'vitest';
import type { Evidence } from '../../../src/channels/front-door.js';
import { summaryOf } from '../../../src/daemon/screen/screen-status.js';
import { weighEvidence } from '../../../src/daemon/screen/weigh-evidence.js';
import type { Dialog } from '../../../src/terminal/screen/dialog.js';
import type { Sight } from '../../../src/terminal/screen/screen-watch.js';

const READY: Sight = { state: 'ready', box: '', dialog: null };
const MENU: Sight = { state: 'dialog', box: null, dialog: { id: 'd1', text: 'Pick a model', choices: [] } };
const says = (state: Evidence['state'], asks: Evidence['asks'] = null): Evidence => ({ state, by: 'hook', asks });

test.each([
  ['without evidence the screen counts', READY, null, 'ready', 'screen'],
  ['a program that reports work is busy, whatever its screen shows', READY, says('busy'), 'busy', 'hook'],
  [
    'a program that has not drawn itself yet is starting',
    { state: 'starting', box: null, dialog: null },
    says('ready'),
    'starting',
    'screen',
  ],
  [
    'an unknown screen does not hide that the program is ready',
    { state: 'unknown', box: null, dialog: null },
    says('ready'),
    'ready',
    'hook',
  ],
  ['a menu that the program does not report is on its screen', MENU, says('ready'), 'dialog', 'screen'],
] as const)('%s', (_, sight, evidence, state, by) => {
  expect(weighEvidence(sight, evidence)).toMatchObject({ state, by });
});

test('a question that only the program reports names the tool and its command', () => {
  const found = weighEvidence(READY, says('waiting', { tool: 'Bash', command: 'rm -r build' }));
  expect(found).toMatchObject({ state: 'dialog', by: 'hook', dialog: { text: 'Bash: rm -r build', choices: [] } });
  expect(weighEvidence(MENU, says('waiting')).dialog).toEqual(MENU.dialog);
});

test('a question on the screen carries the exact command that the program reports', () => {
  const asks = { tool: 'Bash', command: 'make all\nmake install' };
  const { dialog } = weighEvidence(MENU, says('waiting', asks));
  expect(dialog).toEqual({ ...MENU.dialog, asks });
  expect(summaryOf(dialog as Dialog)).toBe('Bash: make all make install');
});
