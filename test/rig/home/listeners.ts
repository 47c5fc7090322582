/** Foreign programs that sit on ports, and port ranges in which nobody else is. */
import { createServer, type Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Takes the port for as long as the test runs; false where somebody has it already. */
export async function occupy(port: number, host: string): Promise<boolean> {
  const server = createServer((socket) => socket.destroy());
  const isTaken = await listen(server, { port, host, ipv6Only: host.includes(':') });
  if (isTaken) onTestFinished(() => close(server));
  return isTaken;
}

/** The first of `size` ports that are all free now, far from where agents of other tests are. */
export async function freeRange(size: number): Promise<number> {
  for (let first = 20_000 + (process.pid % 900) * 10; first < 32_000; first += 10) {
    const ports = Array.from({ length: size }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error('no free ports');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isThere = await listen(server, { port, host: '0.0.0.0' });
  if (isThere) await close(server);
  return isThere;
}

function listen(server: Server, options: { port: number; host: string; ipv6Only?: boolean }): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(options, () => resolve(true));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
