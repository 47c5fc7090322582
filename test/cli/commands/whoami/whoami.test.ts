import { expect } from 'vitest';
import { json } from '../../../rig/home/home.js';
import { testInTeamInProcess } from '../../../rig/team/team.js';

const test = testInTeamInProcess();

interface Answer {
  readonly agent: { id: string; kind: string; role: string | null; project: string | null; session: unknown };
  readonly open_requests: readonly { short_id: string; sender: string; text: string }[];
  readonly next: readonly { command: string }[];
}

test('an agent is told who it is, who waits for it and what to type; so is a person', async ({ team }) => {
  const options = ['--project', 'shop', '--purpose', 'task', '--role', 'writes tests'];
  const ada = await team.home.agent('ada', { options });
  await team.home.run(['send', 'ada', 'Is it done?\nTell me.', '--response', '--no-wait']);
  await ada.line('Is it done?');
  const answer = json<Answer>(await ada.synapse('whoami', '--json'));
  expect(answer.agent).toMatchObject({ id: 'ada', kind: 'ai', role: 'writes tests', project: 'shop' });
  expect(answer.agent.session).toEqual({ purpose: 'task', why: null });
  expect(answer.open_requests).toMatchObject([{ sender: 'tester', text: 'Is it done?\nTell me.' }]);
  const id = answer.open_requests[0]?.short_id;
  expect(answer.next.map(({ command }) => command)).toEqual([
    `synapse reply --to ${id} "…"`,
    `synapse reply --to ${id} --ask "…"`,
    'synapse tool get_next_action',
    'synapse list',
    'synapse send <agent> "…" --response',
  ]);
  const { stdout } = await ada.synapse('whoami');
  expect(stdout).toMatch(/^You are ada\.\n/);
  expect(stdout).toMatch(new RegExp(`^  ${id}  tester  \\d+s  Is it done\\? Tell me\\.$`, 'm'));
  await ada.synapse('reply', '--to', String(id), 'Yes.');
  expect((await ada.synapse('whoami')).stdout).toMatch(/^open requests +none$/m);

  const person = json<Answer>(await team.home.run(['whoami', '--json']));
  expect(person.agent).toMatchObject({ id: 'tester', kind: 'human', session: null });
  expect(person.next.map(({ command }) => command)).toContain('synapse inbox');
  expect((await team.home.run(['whoami'], { env: { SYNAPSE_LANG: 'ja' } })).stdout).toMatch(/^あなたは tester です。/);
});
