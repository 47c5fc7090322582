/** Where `synapse` begins: the commands agents type all day run from here, everything else loads the full command line. */
import { loadEntry } from '../entries.js';
import type { OptionSpec } from './option.js';

interface FastCommand {
  readonly options: readonly OptionSpec[];
  /** How many arguments it takes, at least and at most. */
  readonly counts: readonly [number, number];
  /** It gets the words as they are, and reads them itself. */
  readonly readsItself?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the options are of the command's own table.
  readonly run: (args: readonly string[], options: any) => Promise<number> | number;
}

type Tables = typeof import('./options.js');

/** Each is loaded when it is typed, and nothing else with it. */
const FAST: Readonly<Record<string, (tables: Tables) => Promise<FastCommand>>> = {
  send: async ({ sendOptions: options }) => ({
    options,
    counts: [1, 2],
    run: (await import('./commands/send.js')).runSend,
  }),
  reply: async ({ replyOptions: options }) => ({
    options,
    counts: [0, 1],
    run: (await import('./commands/reply.js')).runReply,
  }),
  show: async ({ showOptions: options }) => ({
    options,
    counts: [1, 1],
    run: (await import('./commands/show.js')).runShow,
  }),
  inbox: async ({ inboxOptions: options }) => ({
    options,
    counts: [0, 0],
    run: (await import('./commands/inbox.js')).runInbox,
  }),
  history: async ({ historyOptions: options }) => ({
    options,
    counts: [0, 0],
    run: (await import('./commands/history.js')).runHistory,
  }),
  tasks: async ({ tasksListOptions: options }) => ({
    options,
    counts: [0, 0],
    run: (await import('./commands/tasks.js')).runTasksList,
  }),
  status: async ({ jsonOptions: options }) => ({
    options,
    counts: [1, 1],
    run: (await import('./commands/status.js')).runStatus,
  }),
  tool: async ({ noOptions: options }) => ({
    options,
    counts: [0, 0],
    readsItself: true,
    run: (await import('./commands/tool.js')).runTool,
  }),
  'list --json': async ({ jsonOptions: options }) => ({
    options,
    counts: [0, 0],
    run: async () => (await import('./commands/list-json.js')).runListJson(),
  }),
};

async function start(argv: readonly string[]): Promise<void> {
  const name = argv.join(' ') === 'list --json' && !(await hasTeam()) ? 'list --json' : (argv[0] ?? '');
  const load = Object.hasOwn(FAST, name) ? FAST[name] : undefined;
  if (!load || !(await tryFast(load, argv.slice(1)))) await loadMain(argv);
}

/** Then there may be more to tell than the registry knows. */
async function hasTeam(): Promise<boolean> {
  const [{ existsSync }, { synapseHome, teamFile }] = [await import('node:fs'), await import('../paths.js')];
  return existsSync(teamFile(synapseHome()));
}

/** False where the words are not understood, or ask for help: the full command line explains. */
async function tryFast(load: (tables: Tables) => Promise<FastCommand>, words: readonly string[]): Promise<boolean> {
  const command = await load(await import('./options.js'));
  if (command.readsItself) {
    if (words[0] === '--help' || words[0] === '-h') return false;
    process.exit(await run(command, { args: words, options: {} }, words));
  }
  const { readArguments } = await import('./fast-arguments.js');
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(words, command.options);
  } catch {
    return false;
  }
  const [least, most] = command.counts;
  if (!parsed || parsed.args.length < least || parsed.args.length > most) return false;
  // Nothing is left to do after that, and waiting for idle handles would only cost time.
  process.exit(await run(command, parsed, words));
}

async function run(
  command: FastCommand,
  { args, options }: { args: readonly string[]; options: unknown },
  words: readonly string[],
): Promise<number> {
  try {
    return await command.run(args, options);
  } catch (error) {
    const { report, wantsJson } = await import('./report.js');
    return report(error, { json: wantsJson(words) });
  }
}

async function loadMain(argv: readonly string[]): Promise<void> {
  const { main } = loadEntry('main') as { main: (argv: readonly string[]) => Promise<void> };
  await main(argv);
}

void start(process.argv.slice(2));
