/** Any line-oriented program; which one is said when it is started (`synapse start shell -- ./my-agent.sh`). */
import { makeProfile } from './profile.js';

export const shell = makeProfile('shell', { line: true });
