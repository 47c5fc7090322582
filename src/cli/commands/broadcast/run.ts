/** `synapse broadcast`: sends a message to every other running agent, each with its own task. */
import { asSynapseError, fail } from '../../../errors.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import { EXTERNAL_TYPE } from '../../../registry/externals.js';
import { everybody, registryHere } from '../../client/find-agent.js';
import { acknowledge, exitCodeOf, follow } from '../../client/follow-task.js';
import { readMessage } from '../../client/message-text.js';
import { findSender } from '../../client/sender.js';
import { colorsFor } from '../../print/output.js';
import { type Done, SENT_BEFORE } from '../../print/send-outcome.js';
import { oneLine, printJson, printLine, printNote, setIn } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { waitOption } from '../send/run.js';
import { BroadcastNote, concludeNotes } from './broadcast-notes.js';
import type { broadcastOptions } from './spec.js';

type Options = OptionValues<typeof broadcastOptions>;

export async function runBroadcast(args: readonly string[], options: Options): Promise<number> {
  const text = readMessage(args[0]);
  const sender = await findSender(options.from);
  const project = options.project ?? sender.entry.project;
  const targets = everybody(await registryHere())
    .filter(isMeant)
    .filter((agent) => agent.id !== sender.entry.id)
    .filter((agent) => project === null || agent.project === project);
  if (targets.length === 0)
    throw fail('agent_not_found', { target: project === null ? 'to broadcast to' : `of project ${project}` });
  const body = {
    text,
    response: options.response === true,
    ...waitOption(options.wait),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
    ...(options.expires === undefined ? {} : { expires_ms: options.expires }),
  };
  const noWait = options.wait === false;
  const waitsFor = options.response && !noWait ? 'new' : null;
  const { bold } = await colorsFor(process.stdout);
  const mail = targets.map(({ id }) => ({ id, note: new BroadcastNote(sender, { ...body, target: id }) }));
  const refused = new Set<BroadcastNote>();
  // An interrupt ends the process while it waits.
  process.once('exit', () =>
    concludeNotes(
      mail.map(({ note }) => note),
      refused,
    ),
  );
  const results = await Promise.all(
    mail.map(async ({ id, note }) => {
      try {
        const done = await follow(sender, { path: '/send', body: { ...body, target: id }, waitsFor, note });
        if (done.task.receipt?.state === 'failed') refused.add(note);
        if (done.repeated) printNote(`${id}: ${SENT_BEFORE}`);
        if (!options.json) await printOne(done, bold);
        await acknowledge(sender, done);
        return done;
      } catch (error) {
        if (note.isSettled) refused.add(note);
        printNote(`${id}: ${oneLine(asSynapseError(error).message)}`);
        return null;
      }
    }),
  );
  if (options.json) printJson({ tasks: results.flatMap((done) => (done ? [done.task] : [])) });
  return Math.max(...results.map((done) => (done ? exitCodeOf(done, { noWait }) : 1)));
}

/** Whether somebody elsewhere runs is only known while there is a link; until then the message waits. */
function isMeant(agent: KnownAgent): boolean {
  if (agent.type === EXTERNAL_TYPE) return true;
  const runs = agent.remote ? agent.status !== 'stopped' && agent.status !== 'dead' : isRunning(agent);
  return runs && agent.kind === 'ai';
}

async function printOne({ outcome, task }: Done, bold: (text: string) => string): Promise<void> {
  const id = bold(task.target.agent_id);
  if (task.reply) printLine(`${id}: ${setIn(task.reply.text)}`);
  else printLine(`${id}: ${task.short_id} ${outcome}${task.error ? ` (${oneLine(task.error.message)})` : ''}`);
}
