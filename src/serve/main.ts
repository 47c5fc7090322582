/** Gives agents to clients elsewhere, until it is closed. The entry of a bundle that only `synapse serve` loads. */
import type { AddressInfo } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { type ConnectionLimits, connectionLimits } from '../daemon/http/door/connections.js';
import { descriptorLimit } from '../daemon/http/door/descriptor-limit.js';
import { fail, SynapseError } from '../errors.js';
import { publishServing, withdrawServing } from '../registry/hosts/serving.js';
import { type CertificateFiles, readCertificate, TLS_OPTIONS, watchCertificate } from './certificate.js';
import { urlOfAgent } from './endpoints.js';
import { checkedUrl, type ListenAddress, ownNames, ownUrl, resolveListen } from './listen-address.js';
import { OutsideServer } from './server.js';

export interface ServeWish {
  readonly home: string;
  readonly listen: string;
  readonly certificate: CertificateFiles | null;
  /** Where clients reach it, if a proxy or another name leads here. */
  readonly url: string | null;
  readonly agents: readonly string[] | null;
  readonly perMinute: number;
  /** Those of a daemon, if it is not said. */
  readonly limits?: ConnectionLimits;
  /** Told whenever the certificate was read again, with the error if that failed. */
  readonly onCertificate: (error: Error | null) => void;
}

export interface Served {
  readonly url: string;
  /** Where it listens. */
  readonly address: string;
  /** The addresses of those that are known now, and whether they run. */
  readonly agents: readonly { readonly id: string; readonly url: string; readonly isRunning: boolean }[];
  readonly validTo: number | null;
  close(): Promise<void>;
}

/** Why there is nothing to serve, as a daemon would say it. */
export interface Refused {
  readonly refused: Record<string, unknown>;
}

export async function serve(wish: ServeWish): Promise<Served | Refused> {
  try {
    return await open(wish);
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    return { refused: error.toBody() };
  }
}

async function open(wish: ServeWish): Promise<Served> {
  const { home, agents, perMinute, limits = connectionLimits(descriptorLimit()) } = wish;
  const listen = await resolveListen(wish.listen);
  if (wish.certificate === null && listen.reach !== 'loopback') throw fail('serve_needs_tls', { address: wish.listen });
  const publicUrl = wish.url === null ? null : checkedUrl(wish.url);
  if (publicUrl === null && listen.reach === 'every address') {
    throw fail('invalid_request', {
      reason: `Agent cards must contain the URL of the agent, and ${wish.listen} means every address. Add --url, such as --url https://agents.example.com:${listen.port}.`,
    });
  }
  const certificate = wish.certificate && readCertificate(wish.certificate);
  const outside = new OutsideServer({ home, agents, perMinute, limits, certificate });
  const port = await opened(outside, listen, wish.listen);
  const address = new URL(ownUrl(listen, port, false)).host;
  const url = publicUrl ?? ownUrl(listen, port, certificate !== null);
  outside.opened({ url, hosts: ownNames(listen, url) });
  const note = (validTo: number | null) => {
    publishServing(home, { url, address, isEncrypted: certificate !== null, validTo, agents });
  };
  note(certificate?.validTo ?? null);
  const stopWatching = wish.certificate
    ? watchCertificate(wish.certificate, {
        changed: ({ cert, key, validTo }) => {
          (outside.server as unknown as TlsServer).setSecureContext({ ...TLS_OPTIONS, cert, key });
          note(validTo);
          wish.onCertificate(null);
        },
        failed: wish.onCertificate,
      })
    : () => {};
  return {
    url,
    address,
    agents: outside.agents.all().map(({ id, live }) => {
      return { id, url: `${urlOfAgent(url, id)}/`, isRunning: live !== null };
    }),
    validTo: certificate?.validTo ?? null,
    close: async () => {
      stopWatching();
      withdrawServing(home);
      await outside.close();
    },
  };
}

function opened({ server }: OutsideServer, { address, port }: ListenAddress, typed: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new SynapseError('cannot_listen', { address: typed, reason: error.message })),
    );
    server.listen({ host: address, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port));
  });
}
