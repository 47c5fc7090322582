/** The entry of the MCP bundle, which the command line and the daemon load when MCP is used for the first time. */
export type { Identify, McpCaller, OutsideCaller } from './caller.js';
export { HttpDoor } from './http/door.js';
export { serveOverStdio } from './stdio/serve.js';
