/** Where every command but `send` begins: what agents type all day runs from here, the rest loads the full command line. */
import { type FastCommand, loadMain, runFast } from './fast-run.js';

type Tables = typeof import('../spec/options.js');

/** Each is loaded when it is typed, and nothing else with it. */
const FAST: Readonly<Record<string, (tables: Tables) => Promise<FastCommand>>> = {
  reply: async ({ replyOptions: options }) => ({
    options,
    counts: [0, 1],
    run: (await import('../commands/messages/reply.js')).runReply,
  }),
  show: async ({ showOptions: options }) => ({
    options,
    counts: [1, 1],
    run: (await import('../commands/messages/show.js')).runShow,
  }),
  inbox: async ({ inboxOptions: options }) => ({
    options,
    counts: [0, 0],
    run: (await import('../commands/messages/inbox.js')).runInbox,
  }),
  history: async ({ historyOptions: options }) => ({
    options,
    counts: [0, 0],
    run: (await import('../commands/messages/history.js')).runHistory,
  }),
  tasks: async ({ tasksListOptions: options }) => ({
    options,
    counts: [0, 0],
    run: (await import('../commands/messages/tasks.js')).runTasksList,
  }),
  status: async ({ jsonOptions: options }) => ({
    options,
    counts: [1, 1],
    run: (await import('../commands/agents/status.js')).runStatus,
  }),
  tool: async ({ noOptions: options }) => ({
    options,
    counts: [0, 0],
    readsItself: true,
    run: (await import('../commands/team/tool.js')).runTool,
  }),
  'list --json': async ({ jsonOptions: options }) => ({
    options,
    counts: [0, 0],
    run: async () => (await import('../commands/agents/list-json.js')).runListJson(),
  }),
};

async function start(argv: readonly string[]): Promise<void> {
  const name = argv.join(' ') === 'list --json' && !(await hasTeam()) ? 'list --json' : (argv[0] ?? '');
  const load = Object.hasOwn(FAST, name) ? FAST[name] : undefined;
  if (load) await runFast(await load(await import('../spec/options.js')), argv.slice(1));
  else await loadMain();
}

/** Then there may be more to tell than the registry knows. */
async function hasTeam(): Promise<boolean> {
  const [{ existsSync }, { synapseHome, teamFile }] = [await import('node:fs'), await import('../../paths.js')];
  return existsSync(teamFile(synapseHome()));
}

void start(process.argv.slice(2));
