import { expect } from 'vitest';
import type { Activity } from '../../../src/a2a/activity.js';
import { withMeanwhile } from '../../../src/daemon/activity/past.js';
import { removeExternal, writeContact, writeExternal } from '../../../src/registry/externals.js';
import { test } from '../../rig/home/in-process.js';
import { ActivityStream } from '../../rig/team/activity.js';

test('a viewer sees who is there, and each message of others once, with its receipts', async ({ daemons }) => {
  const [mia, rex, ada] = await Promise.all([daemons.person('mia'), daemons.agent('rex'), daemons.agent('ada')]);
  const stream = await ActivityStream.open(mia);
  const { agents, needs, person, gap } = await stream.snapshot();
  expect({ needs, person, gap }).toEqual({ needs: [], person: 'mia', gap: false });
  expect(agents.map(({ id, status, followed }) => `${id} ${status} ${followed}`)).toEqual([
    'ada ready true',
    'mia ready true',
    'rex ready true',
  ]);
  await ada.call('/send', { body: { target: 'rex', text: 'hello', response: true, wait_ms: 0 } });
  const sent = await stream.until({ event: 'message', from: 'ada', to: 'rex' });
  expect(sent).toMatchObject({ kind: 'request', text: 'hello', is_cut: false });
  await stream.until({ event: 'receipt', id: sent.id, state: 'submitted' });
  await stream.until({ event: 'agent', agent: { id: 'rex', open_requests: 1, doing: 'hello', doing_for: 'ada' } });
  await rex.call('/reply', { body: { text: 'done' } });
  const answer = await stream.until({ event: 'message', kind: 'answer', from: 'rex' });
  expect(answer.short_id).toBe(sent.short_id);
  await stream.until({ event: 'task', state: 'completed', from: 'ada', to: 'rex' });
  await stream.until({ event: 'agent', agent: { id: 'rex', open_requests: 0, doing: null } });
  expect(stream.of('message')).toHaveLength(2);
});

test('requests to the person, and questions that agents ask back, are needs until they are answered', async ({
  daemons,
}) => {
  const [mia, rex] = await Promise.all([daemons.person('mia'), daemons.agent('rex')]);
  await rex.call('/send', { body: { target: 'mia', text: 'which branch?', response: true, wait_ms: 0 } });
  const stream = await ActivityStream.open(mia);
  const { needs } = await stream.snapshot();
  expect(needs).toMatchObject([{ what: 'request', agent: 'rex', text: 'which branch?' }]);
  await mia.call('/reply', { body: { text: 'main' } });
  await stream.until({ event: 'need', what: 'gone', id: needs[0]?.id });
  const asked = (await mia.call('/send', { body: { target: 'rex', text: 'ship it', response: true, wait_ms: 0 } }))
    .body;
  await rex.line('ship it');
  await rex.call('/reply', { body: { text: 'where to?', ask: true } });
  const { need } = await stream.until({ event: 'need', what: 'added', need: { what: 'question' } });
  expect(need).toMatchObject({ agent: 'rex', text: 'where to?', task: asked.task.id });
  await mia.call('/send', { body: { target: 'rex', text: 'to the moon', task: asked.task.id, wait_ms: 0 } });
  await stream.until({ event: 'need', what: 'gone', id: need.id });
});

test('a viewer that comes back goes on where it stopped, or is told of a gap', async ({ daemons }) => {
  const [mia, rex] = await Promise.all([daemons.person('mia'), daemons.agent('rex')]);
  const first = await ActivityStream.open(mia);
  const { cursor } = await first.snapshot();
  first.close();
  await mia.call('/send', { body: { target: 'rex', text: 'while nobody looks', wait_ms: 0 } });
  await rex.line('while nobody looks');
  const second = await ActivityStream.open(mia, `?since=${cursor}`);
  await second.until({ event: 'message', text: 'while nobody looks' });
  expect(second.snapshots).toEqual([]);
  const third = await ActivityStream.open(mia, '?since=other.7');
  expect(await third.snapshot()).toMatchObject({ gap: true });
  const fourth = await ActivityStream.open(mia, '?since=other.7&past=3600');
  expect(await fourth.snapshot()).toMatchObject({ gap: true, past: [{ text: 'while nobody looks' }] });
});

test('what happens while the past is read is told once', () => {
  const message = (id: string, receipt: string, cursor: string) =>
    ({ event: 'message', id, receipt, cursor, at: '2030-01-01T00:00:00.000Z' }) as Activity;
  const past = [message('one', 'submitted', ''), message('two', 'accepted', '')];
  const together = withMeanwhile(past, [message('two', 'submitted', 'run.1'), message('three', 'accepted', 'run.2')]);
  expect(together.map((each) => 'id' in each && each.id)).toEqual(['one', 'two', 'three']);
});

test('agents that come and go are seen, and what they send at once is not missed', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const stream = await ActivityStream.open(mia);
  await stream.snapshot();
  const rex = await daemons.agent('rex');
  await rex.call('/send', { body: { target: 'mia', text: 'I am here', wait_ms: 0 } });
  await stream.until({ event: 'agent', what: 'started', agent: { id: 'rex' } });
  await stream.until({ event: 'message', text: 'I am here' });
  await rex.end();
  await stream.until({ event: 'agent', what: 'stopped', agent: { id: 'rex', status: 'stopped', followed: false } });
  const again = await daemons.agent('rex');
  await stream.until({ event: 'agent', what: 'changed', agent: { id: 'rex', followed: true } });
  await again.call('/send', { body: { target: 'mia', text: 'again', wait_ms: 0 } });
  await stream.until({ event: 'message', text: 'again' });
});

test('a message that expires is a need of whoever watches', async ({ daemons }) => {
  const [mia, rex] = await Promise.all([daemons.person('mia'), daemons.agent('rex')]);
  await rex.end();
  const stream = await ActivityStream.open(mia);
  await stream.snapshot();
  await mia.call('/send', { body: { target: 'rex', text: 'quick', expires_ms: 100, wait_ms: 0 } });
  const { need } = await stream.until({ event: 'need', what: 'added', need: { what: 'message' } });
  expect(need).toMatchObject({ agent: 'mia', to: 'rex', state: 'expired', text: 'quick' });
});

test('a failure that was dismissed stays dismissed, also after a restart; what waits for an answer cannot be', async ({
  daemons,
}) => {
  const [mia, rex] = await Promise.all([daemons.person('mia'), daemons.agent('rex')]);
  await rex.call('/send', { body: { target: 'mia', text: 'which branch?', response: true, wait_ms: 0 } });
  await rex.end();
  const first = await ActivityStream.open(mia);
  await mia.call('/send', { body: { target: 'rex', text: 'quick', expires_ms: 100, wait_ms: 0 } });
  const { need } = await first.until({ event: 'need', what: 'added', need: { what: 'message' } });
  const { needs } = await first.snapshot();
  const dismiss = (id: unknown) => mia.call('/needs/dismiss', { body: { id } });
  expect(await dismiss(needs[0]?.id)).toMatchObject({ status: 400 });
  expect(await dismiss(need.id)).toMatchObject({ status: 200, body: { id: need.id } });
  await first.until({ event: 'need', what: 'gone', id: need.id });
  await mia.end();
  const again = await ActivityStream.open(await daemons.person('mia'));
  expect((await again.snapshot()).needs.map(({ what }) => what)).toEqual(['request']);
});

test('an outside agent has a card, which says whether it can be reached, until it is removed', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  writeExternal(daemons.home, { ...OUTSIDE, name: 'ella' });
  const stream = await ActivityStream.open(mia);
  const { agents } = await stream.snapshot();
  expect(agents.find(({ id }) => id === 'ella')).toMatchObject({ profile: 'external', role: 'Ella', status: 'ready' });
  writeContact(daemons.home, 'ella', { isReachable: false, reason: 'gone', at: 1, keepsContexts: false });
  await stream.until({ event: 'agent', what: 'changed', agent: { id: 'ella', status: 'unreachable' } });
  writeExternal(daemons.home, { ...OUTSIDE, name: 'max' });
  await stream.until({ event: 'agent', what: 'changed', agent: { id: 'max', status: 'ready' } });
  removeExternal(daemons.home, 'ella');
  await stream.until({ event: 'agent', what: 'gone', agent: { id: 'ella' } });
});

const OUTSIDE = {
  ...{ storeId: 's', cardUrl: 'https://x.example/card.json', origins: ['https://x.example'], token: null, ca: null },
  ...{ title: 'Ella', description: '', createdAt: '' },
};

test('the daemon of a program does not show the mail of others', async ({ daemons }) => {
  const rex = await daemons.agent('rex');
  expect(await rex.call('/activity')).toMatchObject({ status: 403, body: { error: 'forbidden' } });
});
