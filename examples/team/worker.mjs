// A worker: takes its work task, asks its manager if it does not know something, writes its result to a file, and reports.
// If it is killed before it can report, it writes the same file again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { look, nextAction, project, purpose, run, show, synapse, tool } from '../lib/agent.mjs';

const me = (await tool('get_my_tasks')).agent_id;
show(`${me}, ${purpose} session of ${project}`);

await run({ step: purpose === 'chat' ? async () => {} : work });

async function work() {
  const { action, task_id, title } = await nextAction();
  if (action !== 'work') return;
  show(`working on ${title}`);
  const language = title.startsWith('Write') ? await ask('In which language?') : null;
  const file = `out/${task_id}.txt`;
  mkdirSync('out', { recursive: true });
  writeFileSync(file, `${title}\nby ${me}${language ? `, language: ${language}` : ''}\n`);
  show(`wrote ${file}`);
  await tool('report_completed', { result: 'success', summary: file });
}

/** Asks its parent, and waits up to a minute for the answer. */
async function ask(question) {
  const { agents = [] } = await look('agent', 'list', '--project', project);
  const above = agents.find(({ id }) => id === me)?.parent_agent_id;
  if (!above) return null;
  show(`asking ${above}: ${question}`);
  const { code, stdout } = await synapse('send', above, question, '--response', '--wait', '60');
  return code === 0 ? stdout.trim() : null;
}
