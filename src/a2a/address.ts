/** How one daemon on this machine reaches another: over its Unix socket, which is cheaper than its port. */
export const SOCKET_SCHEME = 'unix:';

export function socketAddress({ socket }: { readonly socket: string }): string {
  return `${SOCKET_SCHEME}${socket}`;
}
