/** `synapse serve` as it is typed, and another Synapse that writes to an agent behind it. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { selfSigned } from '../../rig/clients/a2a/self-signed.js';
import { finished, Home, test } from '../../rig/home/home.js';

test('an agent behind TLS is added, asked and queued for by another Synapse; Ctrl-C leaves nothing behind', async ({
  home: there,
}) => {
  const here = new Home();
  try {
    const { key, cert } = selfSigned();
    const [certFile, keyFile] = [join(there.dir, 'cert.pem'), join(there.dir, 'key.pem')];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    const rex = await there.agent('rex');
    const token = (await there.run(['token', 'create', '--name', 'partner', '--agent', 'rex'])).stdout.trim();
    expect(await there.run(['serve', '--listen', '0.0.0.0:0', '--url', 'https://agents.example'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs TLS'),
    });
    expect(await there.run(['serve', '--listen', '127.0.0.1:0', '--tls-cert', certFile])).toMatchObject({ code: 2 });

    const serving = there.start([
      ...['serve', 'rex', '--listen', 'localhost:0', '--tls-cert', certFile, '--tls-key', keyFile],
    ]);
    const end = finished(serving);
    let said = '';
    serving.stderr.on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => said).toContain('/agents/rex/\n');
    const url = /https:\S+\/agents\/rex\//.exec(said)?.[0] ?? '';

    const env = { REX_TOKEN: token };
    const add = ['external', 'add', 'rex', url, '--token-env', 'REX_TOKEN'];
    expect(await here.run(add, { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('its certificate is not trusted'),
    });
    expect(await here.run([...add, '--ca', keyFile], { env })).toMatchObject({ code: 2 });
    expect(await here.run([...add, '--ca', certFile], { env })).toMatchObject({ code: 0 });
    expect(await here.run(['external', 'check', 'rex'])).toMatchObject({ code: 0 });
    const asking = finished(here.start(['send', 'rex', 'Do the tests pass?', '--response']));
    await rex.line(/ext:partner\] Do the tests pass\?$/);
    await rex.synapse('reply', 'All of them.');
    expect(await asking).toMatchObject({ code: 0, stdout: 'All of them.\n' });

    // While it is down, the message waits.
    await there.stop('rex');
    expect(await here.run(['send', 'rex', 'later'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('the message is queued'),
    });
    const doctor = await there.run(['doctor']);
    expect(doctor.stdout).toMatch(/serve: rex can be reached at https:\/\/localhost:\d+ with an access token/);

    serving.kill('SIGINT');
    expect((await end).code).toBe(130);
    expect(readdirSync(join(there.home, 'serve'))).toEqual([]);
    expect(existsSync(certFile)).toBe(true);
  } finally {
    await here.close();
  }
});
