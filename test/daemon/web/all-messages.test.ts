import { expect } from 'vitest';
import { AllMessages } from '../../../src/daemon/web/all-messages.js';
import { Registry } from '../../../src/registry/registry.js';
import { test } from '../../rig/home/in-process.js';

test('messages of stopped agents are found in their stores, each once, also what was written since the last look', async ({
  daemons,
}) => {
  const [ada, rex] = await Promise.all([daemons.agent('ada'), daemons.agent('rex')]);
  const all = new AllMessages({ home: daemons.home, registry: new Registry(daemons.home) });
  const texts = async (query: Record<string, string>) =>
    (await all.find(new URLSearchParams(query))).messages.map(({ from, text }) => `${from}: ${text}`);
  await ada.call('/send', { body: { target: 'rex', text: 'one', wait_ms: 0 } });
  await rex.line('one');
  await Promise.all([ada.end(), rex.end()]);
  expect(await texts({})).toEqual(['ada: one']);
  expect(await texts({ agent: 'rex' })).toEqual(['ada: one']);
  expect(await texts({ grep: 'two' })).toEqual([]);
  const again = await daemons.agent('ada');
  await again.call('/send', { body: { target: 'rex', text: 'two', wait_ms: 0 } });
  await again.end();
  expect(await texts({})).toEqual(['ada: one', 'ada: two']);
  expect(await texts({ grep: 'two' })).toEqual(['ada: two']);
  // It never came to rex, so only its sender knows of it.
  expect(await texts({ agent: 'rex' })).toEqual(['ada: one', 'ada: two']);
  // An agent of another kind has no store here.
  expect(await texts({ agent: 'elsewhere' })).toEqual([]);
});
