/** `synapse bridge` as sshd runs it, with pipes, and as other servers of ssh may do, with sockets. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { identityOf } from '../../src/hosts/identity.js';
import { Link } from '../../src/hosts/link.js';
import { BINARY } from '../rig/home/binary.js';
import { type Home, test } from '../rig/home/home.js';

const BRIDGES = {
  sockets: `exec '${BINARY}' bridge`,
  // Only the two ends hold what they need, so that each sees when the other is gone.
  pipes: `exec 3>&1 4<&0 >/dev/null </dev/null
    cat <&4 3>&- | '${BINARY}' bridge 3>&- 4<&- | cat >&3 4<&- &
    exec 3>&- 4<&-; wait`,
} as const;

interface Linked {
  readonly child: ChildProcess;
  readonly link: Link;
  readonly closed: Promise<string>;
}

async function linkOver(home: Home, bridge: keyof typeof BRIDGES): Promise<Linked> {
  const child = spawn('sh', ['-c', BRIDGES[bridge]], { env: home.environment(), stdio: ['pipe', 'pipe', 'inherit'] });
  let link: Link | undefined;
  let isClosed: (reason: string) => void = () => {};
  const closed = new Promise<string>((resolve) => (isClosed = resolve));
  await new Promise<void>((up, failed) => {
    void closed.then((reason) => failed(new Error(reason)));
    link = new Link({
      ...{ side: 'dialer', version: '0', identity: identityOf(join(home.dir, 'laptop'), 'laptop') },
      ...{ readable: child.stdout as Readable, writable: child.stdin as Writable },
      admit: () => {},
      connect: ({ connection }) => connection.destroy(),
      answer: async () => ({ status: 404, body: Buffer.from('{}') }),
      agents: () => {},
      up,
      closed: isClosed,
    });
  });
  return { child, link: link as Link, closed };
}

function pipesOf(pid: number): string[] {
  const fds = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return fds.filter((link) => link.startsWith('pipe:'));
}

test.for(Object.keys(BRIDGES) as (keyof typeof BRIDGES)[])(
  'a link over %s carries requests of any size, and ends with the daemon',
  async (bridge, { home }) => {
    await home.startPerson();
    const { pid } = home.entry('tester');
    const before = process.platform === 'linux' ? pipesOf(pid).length : 0;
    const { child, link, closed } = await linkOver(home, bridge);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    // The daemon has the pipes itself, so that nothing is in between.
    if (process.platform === 'linux') expect(pipesOf(pid).length - before).toBe(bridge === 'pipes' ? 2 : 0);
    const ask = (path: string, body = '') =>
      link.ask({ head: { from: 'ada', to: 'rex', method: 'GET', path }, body: Buffer.from(body) }, 20_000);
    expect(await ask('/nothing')).toMatchObject({ status: 403 });
    expect(await ask('/nothing', 'x'.repeat(3_000_000))).toMatchObject({ status: 403 });
    process.kill(pid, 'SIGKILL');
    expect(await closed).toBe('the connection ended');
    child.stdin?.end();
    await gone;
  },
);

test.for(Object.keys(BRIDGES) as (keyof typeof BRIDGES)[])(
  'the daemon lets go of the %s of a bridge whose other side is gone',
  async (bridge, { home }) => {
    await home.startPerson();
    const { pid } = home.entry('tester');
    const fds = () => (process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0);
    const { child, closed } = await linkOver(home, bridge);
    const open = fds();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.destroy();
    child.stdout?.destroy();
    await gone;
    await closed;
    const { hosts } = (await home.json(['host', 'list'])) as { hosts: { state: string }[] };
    expect(hosts).toMatchObject([{ name: 'laptop', state: 'down' }]);
    if (process.platform === 'linux') await expect.poll(fds).toBeLessThan(open);
  },
);
