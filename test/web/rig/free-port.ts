/** A port for a page whose daemon is restarted. */
import { createServer as createListener } from 'node:net';

/** Above the ports that agents take first, and below those of outgoing connections. */
const PORTS = { first: 20_000, count: 12_000 } as const;

/** Nobody else takes it while the daemon that has it is restarted. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const listener = createListener();
    const isFree = await new Promise<boolean>((resolve) => {
      listener.once('error', () => resolve(false));
      listener.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise<void>((resolve) => (isFree ? listener.close(() => resolve()) : resolve()));
    if (isFree) return port;
  }
}
