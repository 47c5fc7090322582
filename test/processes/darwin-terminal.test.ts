import { expect, test } from 'vitest';
import { readersIn, TerminalLooks, terminalRow } from '../../src/processes/darwin-terminal.js';

/** As `ps -ax -ww -o pid= -o ppid= -o pgid= -o tpgid= -o tty= -o command=` prints it. */
const PS = `
    1     0     1     0 ??       /sbin/launchd
  500     1   500     0 ??       node /usr/local/lib/synapse/dist/daemon.cjs
  501   500   501   502 ttys004  /bin/sh ./agent.sh
  502   501   502   502 ttys004  -zsh -il
  503   501   503   502 ttys004  sleep 9
  504   502   504   504 ttys009  bash
  600   500   600   600 ttys005  cat
`;
const ROWS = PS.trim().split('\n').map(terminalRow);

test('the readers of a terminal are those of the program’s tree in the foreground', () => {
  expect(readersIn(ROWS, 501)).toEqual([
    { executable: null, words: ['-zsh', '-il'], isInner: false },
    { executable: null, words: ['bash'], isInner: true },
  ]);
  expect(readersIn(ROWS, 600).map(({ words }) => words)).toEqual([['cat']]);
  expect(readersIn(ROWS, 999)).toEqual([]);
});

function looks() {
  let [blocking, nowMs, isBroken] = [0, 0, false];
  const found = new TerminalLooks({
    list: () => {
      blocking += 1;
      return ROWS;
    },
    listMeanwhile: async () => {
      if (isBroken) throw new Error('no ps');
      return ROWS.slice(1);
    },
    nowMs: () => nowMs,
  });
  return {
    ...{ found, blocking: () => blocking },
    pass: (ms: number) => {
      nowMs += ms;
    },
    breakPs: () => {
      isBroken = true;
    },
  };
}

test('looks block at most once a second, however many terminals ask', () => {
  const { found, blocking, pass } = looks();
  for (let count = 0; count < 40; count += 1) {
    expect(found.rows()).toBe(ROWS);
    pass(25);
  }
  expect(blocking()).toBe(1);
  pass(1_000);
  found.rows();
  expect(blocking()).toBe(2);
});

test('whoever is about to type gets a new look, which does not block', async () => {
  const { found, blocking, pass } = looks();
  found.rows();
  pass(10);
  await found.refresh();
  expect(found.rows()).toHaveLength(ROWS.length - 1);
  expect(blocking()).toBe(1);
});

test('if that look fails, the next one blocks, so that no old one is trusted', async () => {
  const { found, blocking, breakPs } = looks();
  found.rows();
  breakPs();
  await found.refresh();
  expect(found.rows()).toBe(ROWS);
  expect(blocking()).toBe(2);
});
