/** A scripted team with everything that the page can show: agents at work, a dialog, questions, talk and work. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Agent } from '../../rig/home/agent.js';
import { Member } from '../../rig/team/members.js';
import type { TestTeam } from '../../rig/team/team.js';

export interface Cast {
  readonly ada: Agent;
  readonly rex: Agent;
  readonly mia: Agent;
}

export async function playCast(team: TestTeam): Promise<Cast> {
  const { home } = team;
  home.boxProfile('coder');
  home.boxProfile('reviewer');
  for (const [id, role] of [
    ['ada', 'plans and reviews'],
    ['rex', 'backend'],
    ['mia', 'tests'],
  ]) {
    await team.agent(id, { role, ...(id === 'ada' ? { manager: true } : { parent: 'ada' }) });
  }
  const [ada, rex, mia] = (await Promise.all([
    home.agent('ada', { profile: 'coder', options: ['--role', 'plans and reviews'] }),
    home.agent('rex', { profile: 'coder', options: ['--role', 'backend'] }),
    home.agent('mia', { profile: 'reviewer', options: ['--role', 'tests'] }),
    home.agent('kai', { options: ['--role', 'docs'] }),
  ])) as [Agent, Agent, Agent, Agent];
  await work(team);
  await talk(team);
  await mail(team, { ada, rex, mia });
  return { ada, rex, mia };
}

async function work(team: TestTeam): Promise<void> {
  const make = async (title: string, more: Record<string, unknown> = {}) =>
    (await team.ask('/work', { project: 'shop', title, ...more })).task.task_id as string;
  const checkout = await make('Checkout accepts gift cards', {
    assignee: 'ada',
    priority: 'high',
    status: 'in_progress',
  });
  await make('Validate the code before the cart is priced', {
    parent: checkout,
    assignee: 'rex',
    status: 'in_progress',
  });
  await make('Refund to the card it came from', { parent: checkout, assignee: 'rex' });
  await make('Test partial redemption', { parent: checkout, assignee: 'mia' });
  const flaky = await make('Stop the flaky cart test', { assignee: 'mia', status: 'in_progress', priority: 'urgent' });
  await team.ask(`/work/${flaky}/status`, { status: 'blocked', reason: 'Waits for a new fixture from rex.' });
  const docs = await make('Describe the gift card API', { status: 'in_progress' });
  await team.ask(`/work/${docs}/status`, { status: 'done' });
}

async function talk(team: TestTeam): Promise<void> {
  const [rex, mia] = [
    new Member(team, 'rex', await team.session('rex')),
    new Member(team, 'mia', await team.session('mia')),
  ];
  const id = await rex.talk(mia, { purpose: 'agree on the shape of a gift card', max_turns: 8 });
  const say = async (from: Member, to: Member, content: string) => {
    await from.say(to, content, { conversation_id: id });
    await to.do('get_next_action');
  };
  await say(rex, mia, 'I would return {code, balance, currency}. Is that enough for your fixtures?');
  await say(mia, rex, 'Add expires_at, please. Expired cards are half of my cases.');
  await say(rex, mia, 'Done: ISO 8601, null for cards that never expire. See https://example.com/gift-cards');
}

async function mail({ home }: TestTeam, { ada, rex, mia }: Cast): Promise<void> {
  await expect.poll(() => ada.status()).toBe('ready');
  await rex.box({ worksOnPrompts: true });
  await home.run(['send', 'rex', 'Validate gift card codes before the cart is priced.', '--response', '--no-wait']);
  await ada.synapse('send', 'kai', 'The API is final. Please describe it.');
  await ada.synapse(
    'send',
    'tester',
    'Shall gift cards expire? Legal wants an answer today.',
    '--response',
    '--no-wait',
  );
  await mia.synapse('send', 'kai', 'Partial redemption is covered: 212 of 212 pass.');
  await ada.box({ dialog: 'npm run migrate -- --env staging' });
  await expect.poll(() => ada.status()).toBe('waiting');
  await pause(300);
}
