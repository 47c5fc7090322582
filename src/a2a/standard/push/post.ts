/** Posts one notification. The address is checked again when the connection is made, because a name can change its meaning. */
import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressGuard, readTarget } from './guard.js';

export interface Notification {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `refused` will not become better; after `failed` it is worth trying again. */
export type Posted = 'done' | 'refused' | 'failed';

const ANSWER_LIMIT_MS = 10_000;

export function postNotification(guard: AddressGuard, { url, headers, body }: Notification): Promise<Posted> {
  const target = readTarget(url);
  if (typeof target === 'string') return Promise.resolve('refused');
  const isNamed = guard.isNamed(target);
  if (!isNamed && isIP(target.host) && !guard.isAllowed(target.host)) return Promise.resolve('refused');
  const send = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(target.url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection that is kept would not be checked again.
      agent: false,
      timeout: ANSWER_LIMIT_MS,
      lookup: isNamed ? undefined : checkedLookup(guard),
    });
    const limit = setTimeout(() => request.destroy(), ANSWER_LIMIT_MS).unref();
    request.on('response', (response) => {
      clearTimeout(limit);
      const { statusCode = 0 } = response;
      response.destroy();
      // A redirect is not followed: it could lead anywhere.
      resolve(
        statusCode >= 200 && statusCode < 300 ? 'done' : statusCode >= 500 || statusCode === 429 ? 'failed' : 'refused',
      );
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit);
      resolve(error.code === NOT_ALLOWED ? 'refused' : 'failed');
    });
    request.end(body);
  });
}

const NOT_ALLOWED = 'ERR_ADDRESS_NOT_ALLOWED';

function checkedLookup(guard: AddressGuard): LookupFunction {
  return (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !guard.isAllowed(address))) {
        return done(Object.assign(new Error(`${host} is not a public address`), { code: NOT_ALLOWED }), '');
      }
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}
