/** `synapse profiles path`: prints the folder for the user's own profiles, and creates it. */
import { mkdirSync } from 'node:fs';
import { profilesDir, synapseHome } from '../../../paths.js';
import { printLine } from '../../print/stdio.js';

export function runProfilesPath(): number {
  const dir = profilesDir(synapseHome());
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  printLine(dir);
  return 0;
}
