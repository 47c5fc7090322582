/**
 * `codex queue`, which is not used. It leaves a message in a database of Codex, from where a running Codex fetches it.
 * Measured with 0.166.0 and 0.169.0:
 *
 * - A Codex that does not use the shared daemon looks there every ten seconds. With that daemon it is faster, but then
 *   all agents have the environment of the first, and with it its identity.
 * - After an interrupt the messages stay there until somebody starts another turn.
 * - When Codex was killed, they stay there too, and the next Codex that continues the conversation reads them. By then the
 *   message is uncertain and has been typed into that Codex, which so gets it twice. The command cannot take it back.
 * - A conversation has no id that one could find before its first turn.
 *
 * Pasting into the box takes half a second and has none of that.
 */
import type { FrontDoor } from '../front-door.js';

export const codexQueue: FrontDoor = { name: 'codex-queue', prepare: async () => null };
