/** The types of @lydell/node-pty, which is installed under the name node-pty but declares them under its own. */
declare module 'node-pty' {
  export * from '@lydell/node-pty';
}
