/** Gets the settings for a command. Parsing YAML takes longer than most commands, so what was read is kept beside the file. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { loadEntry } from '../../entries.js';
import { synapseHome } from '../../paths.js';
import { type KeptSettings, readKept } from '../../settings/kept-settings.js';
import { useSettings } from '../../settings/settings.js';
import { VERSION } from '../../version.js';
import { printNote } from '../print/stdio.js';

export function configFile(home: string): string {
  return join(home, 'config.yaml');
}

/** These say themselves what is wrong with the file. */
const OWN_WORDS: readonly unknown[] = ['config', 'doctor', '__complete'];

/** A file that is wrong stops no command, because agents run commands, too. */
export async function loadSettings(command?: string): Promise<void> {
  const home = synapseHome();
  const of = stampOf(configFile(home));
  if (of === null) return;
  const kept = readKept(home);
  const { settings, problems } = kept?.of === of ? kept : await readAgain(home, of);
  useSettings(settings);
  if (!OWN_WORDS.includes(command)) for (const problem of problems) printNote(`warning: ${problem}`);
}

/** Null if there is no such file. */
function stampOf(file: string): string | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? [VERSION, found.ino, found.size, found.mtimeMs].join(' ') : null;
  } catch {
    return null;
  }
}

async function readAgain(home: string, of: string): Promise<KeptSettings> {
  const { readSettings } = loadEntry('main') as {
    readSettings: (home: string, of: string) => Promise<KeptSettings>;
  };
  return readSettings(home, of);
}
