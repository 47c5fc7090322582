/** Opens an address in the browser of the person at this machine, if there is one. */
import { spawn } from 'node:child_process';

/** Long enough for a program that is not installed to be missed. */
const MOMENT_MS = 300;

/** False if there is no screen, or no program that opens addresses. */
export function openInBrowser(url: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const opener = openerOf(env);
  if (opener === null || !process.stdout.isTTY) return Promise.resolve(false);
  const [file, ...args] = opener;
  return new Promise((resolve) => {
    const child = spawn(file, [...args, url], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    setTimeout(() => resolve(true), MOMENT_MS).unref();
    child.unref();
  });
}

/** Null where nobody would see the browser. */
function openerOf(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | null {
  if (env.BROWSER) return [env.BROWSER];
  if (env.SSH_CONNECTION) return null;
  if (platform === 'darwin') return ['open'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}
