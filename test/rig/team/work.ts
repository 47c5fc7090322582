/** Work tasks of a scenario's team, created by a person, and the agents who work on them. */
import { Member, type TeamRig } from './members.js';

/** Creates a work task as the person and returns its id. */
export async function makeWork(team: TeamRig, options: Record<string, unknown> = {}): Promise<string> {
  const { task } = await team.ask('/work', { project: 'shop', title: 'something', ...options });
  return task.task_id;
}

/** A work task as the person sees it, with its trail. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
export function shown(team: TeamRig, id: string): Promise<any> {
  return team.ask(`/work/${id}`);
}

/** The same agent with a session of the other kind. */
export async function inTask(member: Member): Promise<Member> {
  return new Member(member.team, member.id, await member.team.session(member.id, 'task'));
}

export interface Both {
  readonly id: string;
  readonly taskId: string;
  readonly task: Member;
  readonly chat: Member;
}

/** An agent that has a work task in progress, with both of its sessions. */
export async function worker(team: TeamRig, options: Record<string, unknown> = {}): Promise<Both> {
  const id = await team.agent(undefined, options);
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  const chat = new Member(team, id, await team.session(id));
  return { id, taskId, chat, task: await inTask(chat) };
}
