// What every scripted agent needs: it reads the lines that Synapse types into its terminal, and runs `synapse` to answer.
import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The purpose of this session: `task` or `chat`. */
export const purpose = process.env.SYNAPSE_SESSION_PURPOSE ?? 'task';
export const project = process.env.SYNAPSE_PROJECT;

/** Runs `synapse …` and returns what it printed, even if it failed: tools answer with JSON in both cases. */
export function synapse(...args) {
  return new Promise((resolve) => {
    execFile('synapse', args, { maxBuffer: 16 * 2 ** 20 }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

/** Calls a tool with this session. `{ success: false, error, message }` is an answer too. */
export async function tool(name, args = {}) {
  const options = Object.entries(args).flatMap(([key, value]) => [
    `--${key}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const { stdout, stderr } = await synapse('tool', name, ...options);
  try {
    return JSON.parse(stdout);
  } catch {
    return { success: false, error: 'no_answer', message: stderr.trim() };
  }
}

/** What to do next. Notifications come first: it reads and shows them, then asks again. */
export async function nextAction() {
  const next = await tool('get_next_action');
  if (next.action !== 'check_notifications') return next;
  const { notifications = [] } = await tool('get_notifications');
  for (const { action, task_id, message } of notifications) show([action, task_id, message].filter(Boolean).join(' '));
  return notifications.length > 0 ? nextAction() : next;
}

/** Returns the JSON of a command such as `synapse conversation list --json`. */
export async function look(...args) {
  const { stdout } = await synapse(...args, '--json');
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

/** Reads `[A2A:<id>:<sender>] <text>`; null for anything else, because a person may type here too. */
export function readMessage(line) {
  const [, id, sender, text] = /^\[A2A:([^:\]]+):([^\]]+)\] ?(.*)$/.exec(line) ?? [];
  return id === undefined ? null : { id, sender, text };
}

/** Prints a line. You can watch it with `synapse attach <agent>`, and it goes into the log of the execution. */
export function show(text) {
  console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
}

/**
 * Runs until the terminal is closed. `step` checks the current state and does what comes next, so it does not matter
 * whether a line was typed once or twice, or whether the program was killed in between. It runs at the start, after every
 * line, and every `everyMs` in case nothing is typed. Messages go to `onMessage` first.
 */
export async function run({ step, onMessage = async () => {}, everyMs = 15_000 }) {
  const waiting = [];
  let wake = () => {};
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => {
    waiting.push(line);
    wake();
  });
  input.on('close', () => process.exit(0));
  for (;;) {
    try {
      while (waiting.length > 0) {
        const message = readMessage(waiting.shift());
        if (message) await onMessage(message);
      }
      await step();
    } catch (error) {
      // The next step may succeed.
      show(`that went wrong: ${error.stack ?? error}`);
    }
    if (waiting.length > 0) continue;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
