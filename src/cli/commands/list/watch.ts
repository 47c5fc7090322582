/** `synapse list --watch`: redraws a table on a terminal; when piped, prints a table or a line of JSON per change. */
import { watch } from 'node:fs';
import { withoutControls } from '../../../clean-text.js';
import { systemClock } from '../../../clock.js';
import { liveDir } from '../../../paths.js';
import { ensureHome, type Registry } from '../../../registry/registry.js';
import { everybody, registryHere } from '../../client/find-agent.js';
import { teamSessions } from '../../client/team-view.js';
import { agentJson } from '../../print/agent-json.js';
import { type Colors, colorsFor } from '../../print/output.js';
import { rendered } from '../../print/painted.js';
import { printJson, printLine } from '../../print/stdio.js';
import { NO_SESSIONS } from '../../print/team-session.js';
import { agentTable, type Listed } from './table.js';

/** A daemon that was killed changes no file, and ages change all the time. */
const LOOK_AGAIN_MS = 1000;
/** One change of an agent touches several files, but is drawn once. */
const SETTLE_MS = 30;

interface WatchStyle {
  readonly json: boolean;
  readonly colors: Colors;
}

/** Runs until it is interrupted, and then returns 130 like every interrupted command. */
export async function watchAgents(registry: Registry, json: boolean): Promise<number> {
  const style = { json, colors: await colorsFor(process.stdout) };
  ensureHome(registry.home);
  const show = process.stdout.isTTY && !style.json ? screenDrawer(style) : changePrinter(style);
  const draw = oneAtATime(async () =>
    show({ agents: everybody(await registryHere()), team: (await teamSessions(registry)) ?? NO_SESSIONS }),
  );
  return new Promise((resolve, reject) => {
    let settling: NodeJS.Timeout | undefined;
    const watcher = watch(liveDir(registry.home), () => {
      settling ??= setTimeout(() => {
        settling = undefined;
        void draw();
      }, SETTLE_MS);
    });
    const ticking = setInterval(() => void draw(), LOOK_AGAIN_MS);
    const stop = (): void => {
      watcher.close();
      clearInterval(ticking);
      clearTimeout(settling);
      if (process.stdout.isTTY && !style.json) process.stdout.write(END);
    };
    const end = (): void => {
      stop();
      resolve(130);
    };
    // Before the first draw, which hides the cursor.
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    process.stdout.once('close', end);
    draw().catch((error) => {
      stop();
      reject(error);
    });
  });
}

/** Changes that happen during a draw cause another one. */
function oneAtATime(draw: () => Promise<void>): () => Promise<void> {
  let isDrawing = false;
  let again = false;
  return async () => {
    again = true;
    if (isDrawing) return;
    isDrawing = true;
    while (again) {
      again = false;
      await draw();
    }
    isDrawing = false;
  };
}

/** Hides the cursor and cuts lines at the edge: lines that wrapped would push the others away. */
const BEGIN = '\x1b[?25l\x1b[?7l';
const END = '\x1b[?7h\x1b[?25h\n';
const HOME = '\x1b[H';
const CLEAR_LINE = '\x1b[K';
const CLEAR_BELOW = '\x1b[J';

function screenDrawer({ colors }: WatchStyle): (listed: Listed) => void {
  process.stdout.write(`${BEGIN}\x1b[2J`);
  return (listed) => {
    const { length } = listed.agents;
    const text = length === 0 ? 'There are no agents yet.' : agentTable(listed, colors, systemClock.now());
    // A terminal that does not know its size reports 0.
    const rows = process.stdout.rows || 24;
    const lines = text.split('\n').slice(0, rows - 2);
    const footer = colors.dim(
      `Agents: ${length}, ${new Date(systemClock.now()).toLocaleTimeString()}; press Ctrl-C to quit`,
    );
    const shown = [...lines, '', footer].map((line) => rendered(line, withoutControls));
    process.stdout.write(`${HOME}${shown.join(`${CLEAR_LINE}\n`)}${CLEAR_LINE}${CLEAR_BELOW}`);
  };
}

function changePrinter({ json, colors }: WatchStyle): (listed: Listed) => void {
  let before: string | null = null;
  return (listed) => {
    const { agents, team } = listed;
    const now = systemClock.now();
    const facts = JSON.stringify(listed);
    if (facts === before) return;
    if (json) printJson({ agents: agents.map((agent) => agentJson(agent, now, team)), waiting: team.waiting });
    else printLine(`${before === null ? '' : '\n'}${agentTable(listed, colors, now)}`);
    before = facts;
  };
}
