/** The client that waits for the answer to a request over HTTP. */
import type { McpCaller } from '../caller.js';

export interface Asker {
  readonly caller: McpCaller;
  /** The parsed body of the request. */
  readonly body: unknown;
  /** Whether the credential is still valid. It may be revoked while the answer is open. */
  readonly isAllowed: () => Promise<boolean>;
  /** Ends the answer. */
  readonly hangUp: () => void;
}
