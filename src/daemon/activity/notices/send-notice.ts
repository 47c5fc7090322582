/** Tells one receiver of one matter: on the desktop, by a webhook, or by ntfy. */
import { execFile } from 'node:child_process';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { cleanText } from '../../../clean-text.js';
import type { NoticeReceiver } from '../../../registry/notice-receivers.js';
import type { Matter } from './matters.js';

export type Outcome =
  | { readonly is: 'sent' }
  /** It did not arrive, so another try doubles nothing. */
  | { readonly is: 'refused'; readonly reason: string }
  /** Nobody knows whether it arrived. */
  | { readonly is: 'unclear'; readonly reason: string };

const LIMIT_MS = 10_000;
const SENT: Outcome = { is: 'sent' };

/** Never throws. */
export async function sendNotice(receiver: NoticeReceiver, matter: Matter, env: NodeJS.ProcessEnv): Promise<Outcome> {
  try {
    if (receiver.kind === 'desktop') return await onDesktop(matter, env);
    const url = new URL(receiver.url ?? '');
    return await post(url, receiver.kind === 'ntfy' ? asNtfy(matter) : asWebhook(matter));
  } catch (error) {
    return { is: 'refused', reason: (error as Error).message };
  }
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function asWebhook({ id, topic, refused: _, ...matter }: Matter): Posted {
  const body = JSON.stringify({ matter: id, on: topic, ...matter });
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

const PRIORITIES = { 'needs-you': '4', failed: '4', done: '3' } as const;
const TAGS = { 'needs-you': 'raising_hand', failed: 'warning', done: 'white_check_mark' } as const;

/** Headers are ASCII, so another title is encoded as in mail. */
function asNtfy({ title, text, topic }: Matter): Posted {
  const plain = oneLine(title);
  const encoded = /^[\x20-\x7e]*$/.test(plain) ? plain : `=?UTF-8?B?${Buffer.from(plain).toString('base64')}?=`;
  const headers = { title: encoded, priority: PRIORITIES[topic], tags: TAGS[topic] };
  return { headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: cleanText(text) || plain };
}

/** Nothing was taken if the connection was not made, or if the answer is a refusal. Redirects are not followed. */
function post(url: URL, { headers, body }: Posted): Promise<Outcome> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    let isConnected = false;
    const failed = (reason: string) => resolve({ is: isConnected ? 'unclear' : 'refused', reason });
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'synapse' },
      agent: false,
    });
    const limit = setTimeout(() => outgoing.destroy(new Error('it did not answer in time')), LIMIT_MS);
    outgoing.on('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
      }),
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit);
      failed(error.code ?? error.message);
    });
    outgoing.on('response', (response) => {
      clearTimeout(limit);
      const { statusCode = 0 } = response;
      response.destroy();
      resolve(statusCode >= 200 && statusCode < 300 ? SENT : { is: 'refused', reason: refusal(statusCode) });
    });
    outgoing.end(body);
  });
}

function refusal(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `it answered ${status}${isRedirect ? ', and redirects are not followed' : ''}`;
}

const DISPLAY = 'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';

/** The command of this system that shows a notice, and what it needs. */
function desktopCommand(title: string, text: string): { readonly file: string; readonly args: readonly string[] } {
  if (process.platform === 'darwin') return { file: 'osascript', args: ['-e', DISPLAY, title, text] };
  // Its text is a kind of HTML.
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { file: 'notify-send', args: ['--app-name=Synapse', '--', title, plain] };
}

function onDesktop({ title, text }: Matter, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const { file, args } = desktopCommand(oneLine(title), cleanText(text));
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: LIMIT_MS, killSignal: 'SIGKILL' }, (error, _stdout, stderr) => {
      if (!error) return resolve(SENT);
      const { code, killed } = error as NodeJS.ErrnoException & { killed?: boolean };
      if (code === 'ENOENT') return resolve({ is: 'refused', reason: `${file} is not installed` });
      const reason = killed ? `${file} did not end in time` : oneLine(stderr) || error.message;
      resolve({ is: killed ? 'unclear' : 'refused', reason });
    });
  });
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
