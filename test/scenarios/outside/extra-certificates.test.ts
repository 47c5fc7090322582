/** `NODE_EXTRA_CA_CERTS` holds for commands and for what they start, although commands begin without it. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { selfSigned } from '../../rig/clients/a2a/self-signed.js';
import { BINARY } from '../../rig/home/binary.js';
import { test } from '../../rig/home/home.js';

const run = promisify(execFile);

test('a command trusts them, and programs see the variable as it was set', async ({ home }) => {
  const { key, cert } = selfSigned();
  const file = join(home.dir, 'extra.pem');
  writeFileSync(file, cert);
  const server = createServer({ key, cert }, (_request, response) => response.writeHead(404).end()).listen(
    0,
    'localhost',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    const add = (extra: string | undefined) =>
      run(BINARY, ['external', 'add', 'rex', url], { env: home.environment({ NODE_EXTRA_CA_CERTS: extra }) });
    const untrusted = { stderr: expect.stringContaining('its certificate is not trusted') };
    for (const extra of [undefined, join(home.dir, 'missing.pem')])
      await expect(add(extra)).rejects.toMatchObject(untrusted);
    // The server is asked, and has no card.
    await expect(add(file)).rejects.toMatchObject({ stderr: expect.not.stringContaining('certificate') });
  } finally {
    server.close();
  }

  for (const extra of [file, undefined]) {
    const env = home.environment({ NODE_EXTRA_CA_CERTS: extra });
    await run(BINARY, ['start', 'shell', '--id', 'desk', '--', 'sh', '-c', 'env | grep EXTRA_CA; echo end; cat'], {
      env,
    });
    const screen = async () => (await run(BINARY, ['screen', 'desk'], { env })).stdout.trim();
    await expect.poll(screen).toBe([...(extra ? [`NODE_EXTRA_CA_CERTS=${extra}`] : []), 'end'].join('\n'));
    await run(BINARY, ['stop', 'desk'], { env });
  }
});
