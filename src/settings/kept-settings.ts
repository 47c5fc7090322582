/** Keeps what was read from `config.yaml` next to it, for the next commands and for daemons, which parse no YAML when they start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.js';

/** What a file was read as: it is read again when it, or the version of Synapse, is another one. */
export interface KeptSettings {
  readonly of: string;
  readonly settings: Settings;
  /** Where the file is wrong, as sentences. The rest of it holds. */
  readonly problems: readonly string[];
}

export function keptSettingsFile(home: string): string {
  return join(home, 'config.kept.json');
}

/** Null if nothing was kept, or it cannot be read. */
export function readKept(home: string): KeptSettings | null {
  try {
    return JSON.parse(readFileSync(keptSettingsFile(home), 'utf8')) as KeptSettings | null;
  } catch {
    return null;
  }
}
