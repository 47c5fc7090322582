import { expect, test } from 'vitest';
import { readArrival } from '../../../src/daemon/screen/viewer-arrival.js';

const read = (query: string) => readArrival(new URLSearchParams(query));

test('a viewer must only give the size of its terminal', () => {
  expect(read('cols=80&rows=24')).toEqual({
    size: { cols: 80, rows: 24 },
    readOnly: false,
    colors: undefined,
    cursor: undefined,
  });
});

test('it may also give its colors, its cursor position, and that it is read-only', () => {
  const all = 'cols=80&rows=24&read_only=true&foreground=rgb:ff/ff/ff&background=rgb:0/0/0&column=3&row=0';
  expect(read(all)).toEqual({
    size: { cols: 80, rows: 24 },
    readOnly: true,
    colors: { foreground: 'rgb:ff/ff/ff', background: 'rgb:0/0/0' },
    cursor: { column: 3, row: 0 },
  });
});

test.each([
  '',
  'cols=80',
  'cols=0&rows=24',
  'cols=80.5&rows=24',
  'cols=2001&rows=24',
  'cols=80&rows=1001',
  'cols=x&rows=y',
])('a terminal with "%s" is refused', (query) => {
  expect(() => read(query)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test.each(['foreground=red&background=rgb:0/0/0', 'foreground=rgb:0/0/0', 'column=-1&row=0', 'column=1.5&row=0'])(
  'invalid values are ignored: %s',
  (query) => {
    expect(read(`cols=80&rows=24&${query}`)).toMatchObject({ colors: undefined, cursor: undefined });
  },
);
