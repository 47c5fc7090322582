import { expect, test } from 'vitest';
import { candidatePorts, portRangeOf } from '../../src/profiles/ports.js';

test.each([
  ['claude', 8100, 8109],
  ['gemini', 8110, 8119],
  ['codex', 8120, 8129],
  ['opencode', 8130, 8139],
  ['copilot', 8140, 8149],
  ['shell', 8150, 8159],
  ['human', 8160, 8169],
  ['anything-else', 8200, 8299],
])('%s has the ports %i to %i', (type, first, last) => {
  expect(portRangeOf(type)).toEqual({ first, last });
});

test('if the range of ports is full, 8300 and up is used', () => {
  const ports = [...candidatePorts(portRangeOf('shell'))];
  expect(ports.slice(0, 12)).toEqual([8150, 8151, 8152, 8153, 8154, 8155, 8156, 8157, 8158, 8159, 8300, 8301]);
  expect(ports.at(-1)).toBe(32_767);
});

test('no port is tried twice', () => {
  const ports = [...candidatePorts({ first: 8290, last: 8310 })];
  expect(new Set(ports).size).toBe(ports.length);
});
