/** Every command there is, in the order in which the help lists them. */
import { BUILTIN_PROFILES } from '../../profiles/builtin-profiles.js';
import { type CommandSpec, type Family, WRAP } from '../spec/command.js';
import { agent } from './agent/spec.js';
import { answer } from './answer/spec.js';
import { ask } from './ask/spec.js';
import { attach } from './attach/spec.js';
import { broadcast } from './broadcast/spec.js';
import { completion } from './completion/spec.js';
import { config } from './config/spec.js';
import { conversation } from './conversation/spec.js';
import { delegation } from './delegation/spec.js';
import { demo } from './demo/spec.js';
import { doctor } from './doctor/spec.js';
import { down } from './down/spec.js';
import { execution } from './execution/spec.js';
import { external } from './external/spec.js';
import { feed } from './feed/spec.js';
import { history } from './history/spec.js';
import { host } from './host/spec.js';
import { inbox } from './inbox/spec.js';
import { init } from './init/spec.js';
import { interrupt } from './interrupt/spec.js';
import { keys } from './keys/spec.js';
import { list } from './list/spec.js';
import { logs } from './logs/spec.js';
import { mcp } from './mcp/spec.js';
import { notify } from './notify/spec.js';
import { pause } from './pause/spec.js';
import { profiles } from './profiles/spec.js';
import { project } from './project/spec.js';
import { prune } from './prune/spec.js';
import { rename } from './rename/spec.js';
import { reply } from './reply/spec.js';
import { restart } from './restart/spec.js';
import { resume } from './resume/spec.js';
import { rm } from './rm/spec.js';
import { say } from './say/spec.js';
import { screen } from './screen/spec.js';
import { send } from './send/spec.js';
import { serve } from './serve/spec.js';
import { show } from './show/spec.js';
import { start } from './start/spec.js';
import { status } from './status/spec.js';
import { stop } from './stop/spec.js';
import { tasks } from './tasks/spec.js';
import { team } from './team/spec.js';
import { token } from './token/spec.js';
import { tool } from './tool/spec.js';
import { up } from './up/spec.js';
import { version } from './version/spec.js';
import { web } from './web/spec.js';
import { whoami } from './whoami/spec.js';
import { work } from './work/spec.js';
import { wrap } from './wrap/spec.js';

const AGENTS = [
  ...[wrap, start, attach, keys, list, status, logs, screen],
  ...[stop, restart, rm, rename, pause, resume, interrupt, answer, profiles],
];
const MESSAGES = [send, ask, reply, tasks, show, broadcast, inbox, history, feed, whoami, token, external, host, serve];
const TEAM = [up, down, team, project, agent, conversation, say, tool, work, delegation, execution];
const SETUP = [demo, init, web, config, notify, doctor, mcp, prune, completion, version];

const WORDS: readonly (CommandSpec | Family)[] = [...AGENTS, ...MESSAGES, ...TEAM, ...SETUP];

export const COMMANDS: readonly CommandSpec[] = WORDS.flatMap((each) => ('commands' in each ? each.commands : [each]));

export const FAMILIES: readonly Family[] = WORDS.flatMap((each) => ('commands' in each ? [each] : []));

/** The first words of all commands: what follows `synapse`. */
export const COMMAND_WORDS: readonly string[] = WORDS.map((each) =>
  'commands' in each ? each.word : each.path,
).filter((word) => word !== WRAP);

/** Other words for some of them. */
export const ALIASES: readonly string[] = COMMANDS.flatMap(({ aliases = [] }) => aliases);

/** The other words that can follow `synapse`: each runs the program of that profile. */
export const PROFILE_WORDS: readonly string[] = BUILTIN_PROFILES.map((profile) => profile.name);
