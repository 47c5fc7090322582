/** `synapse list --watch`: redraws a table on a terminal; when piped, prints a table or a line of JSON per change. */
import { withoutControls } from '../../../clean-text.js';
import { systemClock, toIso } from '../../../clock.js';
import { tryToWatch } from '../../../files/watch.js';
import { LIST } from '../../../i18n/said/labels.js';
import { told } from '../../../i18n/told.js';
import { liveDir } from '../../../paths.js';
import type { KnownAgent } from '../../../registry/entry.js';
import { ensureHome, type Registry } from '../../../registry/registry.js';
import { everybody, registryHere } from '../../client/find-agent.js';
import { teamSessions } from '../../client/team-view.js';
import { agentJson } from '../../print/agent-json.js';
import { endWithReader } from '../../print/closed-output.js';
import { type Colors, colorsFor } from '../../print/output.js';
import { rendered } from '../../print/painted.js';
import { printJson, printLine, said } from '../../print/stdio.js';
import { NO_SESSIONS } from '../../print/team-session.js';
import { cutToWidth, terminalWidth } from '../../print/width.js';
import { agentTable, type Listed } from './table.js';

/** A daemon that was killed changes no file, and ages change all the time. */
const LOOK_AGAIN_MS = 1000;
/** One change of an agent touches several files, but is drawn once. */
const SETTLE_MS = 30;

interface Watched {
  readonly registry: Registry;
  readonly select: (agents: readonly KnownAgent[]) => readonly KnownAgent[];
  readonly wide: boolean;
  readonly json: boolean;
  readonly you: string | null;
}

type WatchStyle = Omit<Watched, 'registry' | 'select'> & { readonly colors: Colors };

/** Runs until `q`, or until it is interrupted, and then returns 130 like every interrupted command. */
export async function watchAgents({ registry, select, ...how }: Watched): Promise<number> {
  const style = { ...how, colors: await colorsFor(process.stdout) };
  ensureHome(registry.home);
  const show = process.stdout.isTTY && !style.json ? screenDrawer(style) : changePrinter(style);
  const draw = oneAtATime(async () =>
    show({ agents: select(everybody(await registryHere())), team: (await teamSessions(registry)) ?? NO_SESSIONS }),
  );
  return new Promise((resolve, reject) => {
    let settling: NodeJS.Timeout | undefined;
    const watching = tryToWatch(liveDir(registry.home), () => {
      settling ??= setTimeout(() => {
        settling = undefined;
        redraw();
      }, SETTLE_MS);
    });
    const ticking = setInterval(() => redraw(), LOOK_AGAIN_MS);
    const onScreen = process.stdout.isTTY && !style.json;
    const releaseKeys = onScreen ? readKeys((key) => quit(key)) : () => {};
    const redraw = () => {
      draw().catch((error) => {
        stop();
        reject(error);
      });
    };
    if (onScreen) process.stdout.on('resize', redraw);
    const stop = (): void => {
      releaseKeys();
      process.stdout.removeListener('resize', redraw);
      watching?.close();
      clearInterval(ticking);
      clearTimeout(settling);
      if (onScreen) process.stdout.write(END);
    };
    const end = (): void => {
      stop();
      resolve(130);
    };
    const quit = (key: 'quit' | 'interrupt'): void => {
      stop();
      resolve(key === 'quit' ? 0 : 130);
    };
    // Before the first draw, which hides the cursor.
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    endWithReader();
    redraw();
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
const BEGIN = '\x1b[?25l\x1b[?7l\x1b[2J';
const END = '\x1b[?7h\x1b[?25h\n';
const CLEAR_LINE = '\x1b[K';

/** Writes only the lines that have changed, so that everything else stays still. */
function screenDrawer({ colors, wide, you }: WatchStyle): (listed: Listed) => void {
  process.stdout.write(BEGIN);
  let before: readonly string[] = [];
  let size = '';
  return (listed) => {
    const { length } = listed.agents;
    // A terminal that does not know its size reports 0.
    const rows = process.stdout.rows || 24;
    const width = process.stdout.columns || 80;
    const style = { colors, now: systemClock.now(), width, wide, you };
    const text = length === 0 ? said('No agents are running.') : agentTable(listed, style);
    const body = text.split('\n').slice(0, Math.max(1, rows - 2));
    const footer = colors.dim(cutToWidth(told(LIST.footer, { count: length }), width));
    const lines = [...body, '', footer].map((line) => rendered(line, withoutControls));
    const isNew = size !== `${width}x${rows}`;
    size = `${width}x${rows}`;
    process.stdout.write(changesTo(isNew ? null : before, lines));
    before = lines;
  };
}

/** What turns the lines that are shown into these; with null, nothing is known to be shown. */
export function changesTo(before: readonly string[] | null, lines: readonly string[]): string {
  const changed = lines.map((line, row) => (before?.[row] === line ? '' : `${moveTo(row)}${line}${CLEAR_LINE}`));
  const isLess = before === null || before.length > lines.length;
  const last = lines.length - 1;
  const rest = isLess ? `${moveTo(last)}${lines[last] ?? ''}${CLEAR_LINE}\x1b[J` : '';
  const out = `${before === null ? '\x1b[2J' : ''}${changed.join('')}${rest}`;
  // The cursor is left in the last line, where the prompt goes on.
  return out === '' ? '' : `${out}${moveTo(last)}`;
}

function moveTo(row: number): string {
  return row === 0 ? '\x1b[H' : `\x1b[${row + 1}H`;
}

/** Reads single keys; returns what gives the keyboard back. */
function readKeys(onKey: (key: 'quit' | 'interrupt') => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => {};
  const listen = (bytes: Buffer): void => {
    const text = bytes.toString('latin1');
    if (text.includes('\x03')) onKey('interrupt');
    else if (/^[qQ\x04]/.test(text)) onKey('quit');
  };
  stdin.setRawMode(true);
  stdin.on('data', listen);
  return () => {
    stdin.removeListener('data', listen);
    stdin.setRawMode(false);
    stdin.pause();
  };
}

function changePrinter({ json, colors, wide, you }: WatchStyle): (listed: Listed) => void {
  let before: string | null = null;
  return (listed) => {
    const { agents, team } = listed;
    const now = systemClock.now();
    const facts = JSON.stringify(listed);
    if (facts === before) return;
    const shown = { agents: agents.map((agent) => agentJson(agent, now, team)), waiting: team.waiting };
    if (json) printJson({ event: 'agents', at: toIso(now), ...shown });
    else
      printLine(
        `${before === null ? '' : '\n'}${agentTable(listed, { colors, now, width: terminalWidth(), wide, you })}`,
      );
    before = facts;
  };
}
