/** What the bundle with the SDK's client offers. It is loaded when an outside agent is called for the first time. */
export { type Card, cardUrls, readCard } from './card.js';
export type { Reach } from './guarded-fetch.js';
export { type Outgoing, OutsideAgent, type SendResult, type Updates } from './outside-agent.js';
export type { RemoteTask } from './remote-task.js';
export type { Trouble } from './trouble.js';
