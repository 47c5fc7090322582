/** The types of @lydell/node-pty, which declares them under its own name and is installed under that of node-pty. */
declare module 'node-pty' {
  export * from '@lydell/node-pty';
}
