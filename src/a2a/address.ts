/** How one daemon on this machine reaches another: over its Unix socket, which is cheaper than its port. */
export const SOCKET_SCHEME = 'unix:';

export function socketAddress({ socket }: { readonly socket: string }): string {
  return `${SOCKET_SCHEME}${socket}`;
}

/** An agent on another host: behind the socket of the daemon that keeps the link, and bound to a store over there. */
export interface HostAddress {
  readonly socket: string;
  readonly to: string;
  readonly store: string | null;
}

const HOST_SCHEME = 'host:';

export function hostAddress(address: HostAddress): string {
  return `${HOST_SCHEME}${JSON.stringify(address)}`;
}

export function decodeHostAddress(endpoint: string): HostAddress | null {
  return endpoint.startsWith(HOST_SCHEME) ? (JSON.parse(endpoint.slice(HOST_SCHEME.length)) as HostAddress) : null;
}

/** The value of the `Upgrade` header with which `synapse bridge` becomes a link to another host. */
export const LINK_PROTOCOL = 'synapse-link';
/** The same, if the daemon has taken over the pipes of the bridge, which then only waits for the end. */
export const PIPES_PROTOCOL = 'synapse-link-pipes';
