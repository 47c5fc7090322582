import { expect, test } from 'vitest';
import { hasHooks, hasInbox } from '../../../../src/channels/claude/start/versions.js';

test.for([
  ['2.1.325', true, true],
  ['2.1.326', true, true],
  ['2.2.0', true, true],
  ['3.0.0', true, true],
  ['2.1.326 (Claude Code)', true, true],
  ['2.1.324', false, true],
  ['2.1.197', false, true],
  ['2.1.99', false, false],
  ['1.9.999', false, false],
  ['', false, false],
  ['newest', false, false],
  [null, false, false],
] as const)('version %s has an inbox: %s, hooks: %s', ([version, inbox, hooks]) => {
  expect([hasInbox(version), hasHooks(version)]).toEqual([inbox, hooks]);
});
