import { expect, test } from 'vitest';
import { complete, type Known } from '../../../src/cli/completion/complete.js';
import { toolOptions } from '../../../src/cli/completion/tool-options.js';

const TOOL = {
  task_id: { type: 'string', description: 'The work task' },
  target_agent_id: { type: 'string' },
  status: { type: 'string', enum: ['todo', 'done'] },
  session_token: { type: 'string' },
};

const candidate = (word: string) => ({ word, description: '' });
const KNOWN: Known = {
  agents: () => ['worker-a', 'tester'].map(candidate),
  stopped: () => ['worker-b'].map(candidate),
  externals: () => ['helper'].map(candidate),
  receivers: () => ['phone'].map(candidate),
  hosts: () => ['gpu'].map(candidate),
  remotes: () => ['rex@gpu'].map(candidate),
  profiles: () => ['shell', 'mine'].map(candidate),
  ids: async (kind, from) => [`${kind}_1`, from ? `${kind}_of_${from}` : `${kind}_2`].map(candidate),
  toolOptions: async (tool) => (tool === 'tool_1' ? toolOptions(TOOL) : []),
};

test.each([
  ['li', ['list']],
  ['st', ['start', 'status', 'stop']],
  ['cla', ['claude']],
  ['external check ', ['helper']],
  ['host check ', ['gpu']],
  ['notify test ', ['phone']],
  ['send he', ['helper']],
  ['send re', ['rex@gpu']],
  ['--v', ['--version']],
  ['tasks ', ['list', 'wait', 'cancel']],
  ['tasks wait --w', ['--wait']],
  ['send --until ', ['delivered', 'typed', 'submitted', 'answered']],
  ['send --until=ty', ['--until=typed']],
  ['send --until = ty', ['typed']],
  ['send --until =', ['delivered', 'typed', 'submitted', 'answered']],
  ['send wor', ['worker-a']],
  ['send tes', ['tester']],
  ['send x --from wor', ['worker-a']],
  ['send --from=te', ['--from=tester']],
  ['reply --to ', ['request_1', 'request_2', 'worker-a', 'tester']],
  ['reply --to request_1', ['request_1']],
  ['send x --reply-to ', ['request_1', 'request_2']],
  ['send x --task=task_2', ['--task=task_2']],
  ['show ', ['task_1', 'task_2']],
  ['show --from rex ', ['task_1', 'task_of_rex']],
  ['tasks wait --from=rex --wait 5 ', ['task_1', 'task_of_rex']],
  ['tasks wait task_1 ', []],
  ['tasks cancel ', ['task_1', 'task_2']],
  ['work show ', ['work_1', 'work_2']],
  ['work wait work_', ['work_1', 'work_2']],
  ['work status ', ['work_1', 'work_2']],
  ['work assign ', ['work_1', 'work_2']],
  ['work assign work_1 wor', ['worker-a']],
  ['work approve ', ['work_1', 'work_2']],
  ['work reject --reason no ', ['work_1', 'work_2']],
  ['work create title --parent ', ['work_1', 'work_2']],
  ['work create title --project ', ['project_1', 'project_2']],
  ['project show ', ['project_1', 'project_2']],
  ['project create ', []],
  ['start shell --project ', ['project_1', 'project_2']],
  ['conversation show ', ['conversation_1', 'conversation_2']],
  ['execution log ', ['execution_1', 'execution_2']],
  ['execution list --task ', ['work_1', 'work_2']],
  ['tool ', ['tool_1', 'tool_2']],
  ['tool tool_1 --', ['--task_id', '--target_agent_id', '--status', '--session', '--help', '--no-color']],
  ['tool tool_1 --st', ['--status']],
  ['tool tool_1 --status ', ['todo', 'done']],
  ['tool tool_1 --task_id ', ['work_1', 'work_2']],
  ['tool tool_1 --target_agent_id wor', ['worker-a']],
  ['tool tool_2 --', ['--help', '--no-color']],
  ['start ', ['shell', 'mine', 'worker-b']],
  ['shell --all', ['--allow-shell']],
  ['shell ', []],
  ['attach wor', ['worker-a']],
  ['stop worker-a te', ['tester']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['init ', ['claude', 'codex', 'gemini', 'opencode']],
  ['init claude co', ['codex']],
  ['list --', ['--all', '--wide', '--watch', '--json', '--help', '--no-color']],
  ['logs worker-a -n ', []],
  ['work create title --status in', ['in_progress']],
  ['nonsense ', []],
  ['tasks nonsense ', []],
])('"synapse %s" is completed', async (line, expected) => {
  const completion = await complete(line.split(' '), KNOWN);
  expect(completion.kind).toBe('words');
  expect(completion.kind === 'words' && completion.words.map(({ word }) => word)).toEqual(expected);
});

test.each([
  ['send x --file ', 'files'],
  ['up -f ', 'files'],
  ['start shell --cwd ', 'folders'],
  ['project create x --dir ', 'folders'],
  ['start shell -- ', 'commands'],
  ['claude -- --x', 'commands'],
])('after "synapse %s" the shell completes %s', async (line, kind) => {
  expect(await complete(line.split(' '), KNOWN)).toEqual({ kind });
});

test('candidates carry the descriptions of the table', async () => {
  expect(await complete(['demo'], KNOWN)).toEqual({
    kind: 'words',
    words: [{ word: 'demo', description: 'Watch agents talk to each other, without any AI' }],
  });
});

test('of many ids the newest are offered, and older ones by their beginning', async () => {
  const many = Array.from({ length: 80 }, (_, place) => candidate(`tsk_${place + 10}`));
  const known = { ...KNOWN, ids: async () => many };
  expect(await complete(['work', 'show', ''], known)).toEqual({ kind: 'words', words: many.slice(0, 50) });
  expect(await complete(['work', 'show', 'tsk_89'], known)).toEqual({ kind: 'words', words: [candidate('tsk_89')] });
});
