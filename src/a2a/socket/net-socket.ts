/** Opens a Unix socket with Node's own module for that. */
import { connect } from 'node:net';
import type { OpenSocket } from './open-socket.js';

export const openSocket: OpenSocket = (path, request, { onOpen, onText, onEnd, onError }) => {
  const socket = connect(path);
  let isClosed = false;
  socket.on('error', (error) => isClosed || onError(error));
  socket.write(request);
  // The request leaves once the connection is open. Work after that costs no time, because the daemon is busy anyway.
  socket.once('connect', () => {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => isClosed || onText(text));
    socket.on('end', () => isClosed || onEnd());
    if (!isClosed) onOpen();
  });
  return {
    close() {
      isClosed = true;
      socket.destroy();
    },
  };
};
