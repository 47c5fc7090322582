import { expect, test } from 'vitest';
import { EventHub } from '../../src/daemon/events.js';

function hub() {
  const logged: unknown[] = [];
  return { logged, events: new EventHub({ error: (_event, facts) => void logged.push(facts?.topic) }) };
}

test('a listener that throws is logged, and the others still hear', () => {
  const { events, logged } = hub();
  const heard: string[] = [];
  events.on('mailWaits', () => {
    throw new Error('broken');
  });
  events.on('mailWaits', () => heard.push('second'));
  events.emit('mailWaits');
  expect({ heard, logged }).toEqual({ heard: ['second'], logged: ['mailWaits'] });
});

test('a listener that rejects later is logged, too', async () => {
  const { events, logged } = hub();
  events.on('mailWaits', async () => {
    throw new Error('broken');
  });
  events.emit('mailWaits');
  await expect.poll(() => logged).toEqual(['mailWaits']);
});

test('a listener hears its own topic until it stops listening', () => {
  const { events } = hub();
  const heard: string[] = [];
  const stop = events.on('liveEntry', ({ id }) => heard.push(id));
  events.emit('mailWaits');
  events.emit('liveEntry', { id: 'rex' });
  stop();
  events.emit('liveEntry', { id: 'mia' });
  expect(heard).toEqual(['rex']);
});

test('listeners can be added and removed while an event is emitted', () => {
  const { events } = hub();
  const heard: string[] = [];
  const stop = events.on('mailWaits', () => {
    stop();
    heard.push('once');
    events.on('mailWaits', () => heard.push('late'));
  });
  events.on('mailWaits', () => heard.push('always'));
  events.emit('mailWaits');
  expect(heard).toEqual(['once', 'always']);
  events.emit('mailWaits');
  expect(heard).toEqual(['once', 'always', 'always', 'late']);
});
