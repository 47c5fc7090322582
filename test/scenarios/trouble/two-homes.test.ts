import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createToken } from '../../../src/registry/tokens.js';
import { addExternal } from '../../rig/clients/a2a/externals.js';
import { type Agent, Home, test } from '../../rig/home/home.js';
import { killDaemon } from '../../rig/home/processes.js';

const OWN_PROCESS = { ownProcess: true };

test('two homes that know each other only as outside agents lose and double nothing, although both sides are killed', async ({
  home: here,
}) => {
  const there = new Home();
  try {
    // Nobody else may take the port while rex is down.
    const port = await unusualPort();
    const startRex = () => there.agent('rex', { ownProcess: true, options: ['--port', String(port)] });
    const rexes = [await startRex()];
    const adas = [await here.agent('ada', OWN_PROCESS)];
    const [rex, ada] = [() => rexes.at(-1) as Agent, () => adas.at(-1) as Agent];
    // A program that is killed before the proof that it has read a message is given it again when it is back.
    const killWhenRead = async (agent: Agent) => {
      await expect.poll(async () => (await agent.call('/status')).body.queue.waiting).toBe(0);
      await killDaemon(agent.entry);
    };
    const killRex = () => killWhenRead(rex());
    const killAda = () => killWhenRead(ada());
    const token = createToken(there.home, { name: 'ada', agent: 'rex', createdAt: '' });
    addExternal(here.home, 'rex', rex().entry.endpoint, token);

    // The one that works is killed after it was asked.
    const sent = await ada().synapse('send', 'rex', 'write the report', '--response', '--no-wait');
    const id = sent.stdout.trim();
    const theirId = /\[A2A:(\w+):/.exec(await rex().line(/write the report$/))?.[1] ?? '';
    await killRex();
    rexes.push(await startRex());
    expect(await rex().synapse('reply', '--to', theirId, '--ask', 'Which quarter?')).toMatchObject({ code: 0 });
    await ada().line(`[A2A:${id}:rex] Which quarter?`);

    // Both are killed while the question is open, and the answer to it is sent while the other side is down.
    await killRex();
    await killAda();
    adas.push(await here.agent('ada', OWN_PROCESS));
    expect(await ada().synapse('send', 'rex', 'the third', '--task', id, '--no-wait')).toMatchObject({ code: 5 });
    await killAda();
    rexes.push(await startRex());
    adas.push(await here.agent('ada', OWN_PROCESS));
    await rex().line(`[A2A:${theirId}:ext:ada] the third`);

    // The one that asked is killed before the answer comes.
    await killAda();
    const file = join(there.dir, 'q3.csv');
    writeFileSync(file, 'a,b\n1,2\n');
    const replied = await rex().synapse('reply', '--to', theirId, 'Here it is.', '--artifact', file);
    expect(replied).toMatchObject({ code: 0 });
    adas.push(await here.agent('ada', OWN_PROCESS));
    await ada().line(/^\[A2A:\w+:rex\] Here it is\./);
    expect(await ada().synapse('show', id, '--save', join(here.dir, 'out'))).toMatchObject({ code: 0 });
    expect(readFileSync(join(here.dir, 'out/q3.csv'), 'utf8')).toBe('a,b\n1,2\n');

    const read = (agents: readonly Agent[]) =>
      agents.flatMap((agent) => agent.lines()).map((line) => line.replace(/^\[[^\]]*\] /, ''));
    expect(read(rexes)).toEqual(['write the report', 'the third']);
    const { messages } = (await ada().call('/history')).body;
    expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual([
      'request',
      'question',
      'continuation',
      'answer',
    ]);
    expect(read(adas)).toEqual(['Which quarter?', expect.stringMatching(/^Here it is\./)]);
  } finally {
    await there.close();
  }
});

/** A port that no daemon chooses by itself. */
async function unusualPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
