import { expect, test } from 'vitest';
import { askedBy, withoutShell } from '../../../src/channels/codex-app-server/questions.js';

test.each([
  ["/bin/bash -lc 'touch a b'", 'touch a b'],
  ['/bin/bash -lc "touch \'a b\' && echo \\"x\\" \\$HOME"', `touch 'a b' && echo "x" $HOME`],
  ['/usr/bin/zsh -lc ls', 'ls'],
  ["/bin/sh -c 'line one\nline two'", 'line one\nline two'],
  ["/bin/bash -lc 'a'\"'\"'b'", "/bin/bash -lc 'a'\"'\"'b'"],
  ['git push', 'git push'],
  ['', ''],
])('%j is shown as %j', (command, shown) => {
  expect(withoutShell(command)).toBe(shown);
});

test('a question is told with its tool and command, as far as they are known', () => {
  expect(askedBy('item/commandExecution/requestApproval', { command: 'ls', reason: 'why' })).toEqual({
    tool: 'shell',
    command: 'ls',
  });
  expect(askedBy('item/commandExecution/requestApproval', { command: null })).toEqual({ tool: 'shell', command: '' });
  expect(askedBy('item/fileChange/requestApproval', { reason: 'outside' })).toEqual({
    tool: 'edit',
    command: 'outside',
  });
  expect(askedBy('item/tool/requestUserInput', {})).toBeNull();
});
