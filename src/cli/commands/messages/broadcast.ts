/** `synapse broadcast`: the same message to every other running agent, each with its own task. */

import { callDaemon } from '../../../a2a/local.js';
import { asSynapseError, fail } from '../../../errors.js';
import { isRunning } from '../../../registry/entry.js';
import { readMessage } from '../../client/message-text.js';
import { findSender } from '../../client/sender.js';
import { coloursFor } from '../../print/output.js';
import type { Done } from '../../print/send-outcome.js';
import { printJson, printLine, say, setIn } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { broadcastOptions } from '../../spec/options.js';
import { finishCode, follow } from './send.js';

type Options = OptionValues<typeof broadcastOptions>;

export async function runBroadcast(args: readonly string[], options: Options): Promise<number> {
  const text = readMessage(args[0]);
  const sender = await findSender(options.from);
  const project = options.project ?? sender.entry.project;
  const targets = sender.registry
    .list()
    .filter((agent) => isRunning(agent) && agent.kind === 'ai' && agent.id !== sender.entry.id)
    .filter((agent) => project === null || agent.project === project);
  if (targets.length === 0)
    throw fail('agent_not_found', { target: project === null ? 'to broadcast to' : `of project ${project}` });
  const body = {
    text,
    response: options.response === true,
    ...(options.noWait ? { wait_ms: 0 } : options.wait === undefined ? {} : { wait_ms: options.wait * 1000 }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
    ...(options.expires === undefined ? {} : { expires_ms: options.expires }),
  };
  const waitsFor = options.response && !options.noWait ? 'new' : null;
  const { bold } = await coloursFor(process.stdout);
  const results = await Promise.all(
    targets.map(async ({ id }) => {
      try {
        const done = await follow(sender, { path: '/send', body: { ...body, target: id }, waitsFor });
        if (!options.json) await printOne(done, bold);
        if (done.task.reply)
          await callDaemon(sender.entry, sender.home, { path: `/tasks/${done.task.id}/ack`, body: {} });
        return done;
      } catch (error) {
        say(`${id}: ${asSynapseError(error).message}`);
        return null;
      }
    }),
  );
  if (options.json) printJson({ tasks: results.flatMap((done) => (done ? [done.task] : [])) });
  return Math.max(...results.map((done) => (done ? finishCode(done, options) : 1)));
}

async function printOne({ outcome, task }: Done, bold: (text: string) => string): Promise<void> {
  const id = bold(task.target.agent_id);
  if (task.reply) printLine(`${id}: ${setIn(task.reply.text)}`);
  else printLine(`${id}: ${task.short_id} ${outcome}${task.error ? ` (${task.error.message})` : ''}`);
}
