/** Listens on the first free port of a range, on loopback only. */
import type { Server } from 'node:http';
import { connect } from 'node:net';

const LOOPBACK = ['127.0.0.1', '::1'] as const;
const PROBE_LIMIT_MS = 300;

/** Tries the ports in order. A port counts once `claim` agrees to it. */
export async function listenOnLoopback(
  makeServer: () => Server,
  ports: Iterable<number>,
  claim: (port: number) => boolean | Promise<boolean>,
): Promise<{ port: number; servers: Server[] } | null> {
  for (const port of ports) {
    const servers = await listenBoth(makeServer, port);
    if (!servers) continue;
    if (await claim(port)) return { port, servers };
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
  return null;
}

/** Listens on both addresses that "localhost" can mean, or on neither. */
async function listenBoth(makeServer: () => Server, port: number): Promise<Server[] | null> {
  // macOS lets us bind beside another listener, so only a connection shows that one is there.
  if (process.platform !== 'linux' && (await isAnswered(port))) return null;
  const servers: Server[] = [];
  for (const host of LOOPBACK) {
    const server = makeServer();
    const result = await listen(server, port, host);
    if (result === 'listening') servers.push(server);
    else if (result === 'taken') {
      for (const opened of servers) opened.close();
      return null;
    }
  }
  return servers.length > 0 ? servers : null;
}

function listen(server: Server, port: number, host: string): Promise<'listening' | 'taken' | 'absent'> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? 'absent' : 'taken');
    });
    server.listen({ port, host, ipv6Only: host === '::1', exclusive: true }, () => resolve('listening'));
  });
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PROBE_LIMIT_MS });
    const finish = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}
