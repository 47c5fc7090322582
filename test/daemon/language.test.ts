import { expect } from 'vitest';
import { test } from '../rig/home/in-process.js';

test('a daemon speaks the language of its program, and that of a caller who asks for another', async ({ daemons }) => {
  const rex = await daemons.agent('rex', { env: { SYNAPSE_LANG: 'en' }, spec: { env: { SYNAPSE_LANG: 'ja' } } });
  const refused = async (headers = {}) =>
    (await rex.call('/tools/get_my_tasks', { key: null, body: {}, headers })).body.message;
  expect(await refused()).toBe('このツールにはセッショントークンが必要です。');
  expect(await refused({ 'accept-language': 'en' })).toBe('This tool needs a session token.');
  // Outside the tools, only a caller who asks for it gets another language.
  const missing = await rex.call('/nothing', { headers: { 'accept-language': 'ja' } });
  expect(missing.body.message).toContain('には何もありません');
});
