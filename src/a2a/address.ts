/** How a daemon on this machine is reached by another: over its socket, which wakes it more cheaply than its port does. */
export const SOCKET_SCHEME = 'unix:';

export function socketAddress({ socket }: { readonly socket: string }): string {
  return `${SOCKET_SCHEME}${socket}`;
}
