/** Knows which words after `synapse` are profiles: built-in ones, the user's own, or the project's. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { synapseHome } from '../../paths.js';
import { profileDirs } from '../../profiles/load-profile.js';
import { PROFILE_WORDS } from '../commands/table.js';

export function isProfile(word: string): boolean {
  if (PROFILE_WORDS.includes(word)) return true;
  if (!/^[A-Za-z0-9][\w-]*$/.test(word)) return false;
  return profileDirs({ home: synapseHome(), cwd: process.cwd() }).some((dir) => existsSync(join(dir, `${word}.yaml`)));
}
