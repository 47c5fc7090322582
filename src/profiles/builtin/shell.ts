/** Any line-oriented program. You name it at the start: `synapse start shell -- ./my-agent.sh`. */
import { makeProfile } from '../profile.js';

export const shell = makeProfile('shell', { line: true });
