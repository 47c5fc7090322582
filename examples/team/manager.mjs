// The manager: takes a work task, splits it into one part per worker, starts the parts, answers questions, and reports when
// all parts are done. It checks which parts exist before it creates any, so it can be killed at any moment.
import { look, nextAction, project, purpose, run, show, synapse, tool } from '../lib/agent.mjs';

const me = (await tool('get_my_tasks')).agent_id;
show(`${me}, ${purpose} session of ${project}`);

// When a part is done or blocked, a notice is typed here, which runs the next step.
await run({ step: purpose === 'chat' ? async () => {} : work, onMessage });

/** Workers ask questions with `synapse send manager "…" --response`. */
async function onMessage({ id, sender, text }) {
  if (!/\?\s*(?:…|$)/.test(text)) return;
  const answer = text.includes('language') ? 'English.' : 'As you think best.';
  show(`${sender} asks: ${text} ${answer}`);
  await synapse('reply', '--to', id, answer);
}

async function work() {
  const { action, task_id, title } = await nextAction();
  if (action !== 'work') return;
  const { tasks = [] } = await tool('list_tasks');
  const parts = tasks.filter(({ parent_task_id }) => parent_task_id === task_id);
  if (parts.length === 0) return split(task_id, title);
  for (const part of parts.filter(({ status }) => status === 'todo')) await begin(part);
  const stuck = parts.filter(({ status }) => status === 'blocked');
  if (stuck.length > 0) {
    const reasons = await detailsOf(stuck, ({ assignee_id, blocked_reason }) => `${assignee_id}: ${blocked_reason}`);
    await tool('report_completed', { result: 'blocked', summary: reasons });
  } else if (parts.every(({ status }) => status === 'done' || status === 'cancelled')) {
    show(`all ${parts.length} parts are done`);
    const results = await detailsOf(parts, ({ assignee_id, summary }) => `${assignee_id}: ${summary}`);
    await tool('report_completed', { result: 'success', summary: results });
  }
}

/** Gives every worker a part, or none of them. The last part depends on the other two. */
async function split(parent_task_id, title) {
  const { agents = [] } = await look('agent', 'list', '--project', project);
  const workers = agents.filter(({ parent_agent_id }) => parent_agent_id === me).map(({ id }) => id);
  const kinds = ['Collect the facts', 'Draw the pictures', 'Write the text'];
  const tasks = workers.map((assignee_id, index) => ({
    local_id: `part-${index}`,
    title: `${kinds[index] ?? 'Help'}: ${title}`,
    description: `A part of ${parent_task_id}.`,
    assignee_id,
    dependencies: index === workers.length - 1 ? workers.slice(0, -1).map((_, other) => `part-${other}`) : [],
  }));
  const answer = await tool('create_tasks_batch', { parent_task_id, tasks });
  show(answer.success ? `made ${answer.task_count} parts` : `could not split it: ${answer.message}`);
  if (answer.success) await work();
}

async function begin({ task_id, title, assignee_id }) {
  const { success } = await tool('update_task_status', { task_id, status: 'in_progress' });
  if (success) show(`${assignee_id} begins: ${title}`);
}

async function detailsOf(parts, describe) {
  const found = await Promise.all(parts.map(({ task_id }) => tool('get_task', { task_id })));
  return found.map((answer) => describe(answer.task ?? answer)).join('; ');
}
