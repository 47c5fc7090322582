/** Runs the other commands that agents type all day, from a small bundle; for everything else it loads the full one. */
import { synapseHome } from '../../paths.js';
import { hasTeam } from '../../registry/team-place.js';
import { ask } from '../commands/ask/spec.js';
import { history } from '../commands/history/spec.js';
import { inbox } from '../commands/inbox/spec.js';
import { mcp } from '../commands/mcp/spec.js';
import { reply } from '../commands/reply/spec.js';
import { show } from '../commands/show/spec.js';
import { status } from '../commands/status/spec.js';
import { tasksList } from '../commands/tasks/spec.js';
import { tool } from '../commands/tool/spec.js';
import { version } from '../commands/version/spec.js';
import { whoami } from '../commands/whoami/spec.js';
import { jsonOptions } from '../spec/shared-options.js';
import { loadMain, type QuickCommand, runQuickly } from './run-quickly.js';

const QUICK: Readonly<Record<string, QuickCommand>> = {
  ask,
  history,
  inbox,
  mcp,
  reply,
  show,
  status,
  tasks: tasksList,
  tool,
  version,
  whoami,
};

/** `list`, and the other words for it. */
const LISTS: readonly string[] = ['list', 'ls', 'ps'];

const typed = process.argv.slice(2);
const [word = '', ...words] = typed.join(' ') === '--version' ? ['version'] : typed;
const spec = LISTS.includes(word) ? quickList() : Object.hasOwn(QUICK, word) ? QUICK[word] : undefined;
void (spec ? runQuickly(spec, words) : loadMain());

/** Scripts run `list --json`. In a team the full command runs, because it knows more than the registry. */
function quickList(): QuickCommand | undefined {
  if (words.join(' ') !== '--json' || hasTeam(synapseHome())) return undefined;
  const load = async () => {
    const { printAgentsAsJson } = await import('../commands/list/json.js');
    return () => printAgentsAsJson();
  };
  return { path: 'list', arguments: [], options: jsonOptions, load };
}
