// What every scripted agent needs: the lines that Synapse types into its terminal, and the commands it answers with.
import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What this terminal is for: `task` or `chat`. */
export const purpose = process.env.SYNAPSE_SESSION_PURPOSE ?? 'task';
export const project = process.env.SYNAPSE_PROJECT;

/** Runs `synapse …` and gives back what it printed, also when it failed: the answers of tools are JSON in both cases. */
export function synapse(...args) {
  return new Promise((resolve) => {
    execFile('synapse', args, { maxBuffer: 16 * 2 ** 20 }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

/** Calls a tool with this session; `{ success: false, error, message }` is an answer too. */
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

/** The JSON of a command that looks at something: `synapse conversation list --json`. */
export async function look(...args) {
  const { stdout } = await synapse(...args, '--json');
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

/** `[A2A:<id>:<sender>] <text>`, or null: a person may type here as well. */
export function readMessage(line) {
  const [, id, sender, text] = /^\[A2A:([^:\]]+):([^\]]+)\] ?(.*)$/.exec(line) ?? [];
  return id === undefined ? null : { id, sender, text };
}

/** Whatever is shown here can be watched with `synapse attach <agent>`, and is the log of the execution. */
export function show(text) {
  console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
}

/**
 * Runs for as long as its terminal is open. `step` looks at how things are and does what is to be done next, so it does not
 * matter whether a line was typed once or twice, or whether this program was killed in between. It is called at the start,
 * after every line, and now and then in case nothing is typed. Every message that comes is handed to `onMessage` before.
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
      // The next look may find things as they should be.
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
