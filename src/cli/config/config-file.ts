/** Reads and writes `config.yaml`, the settings of a user. */
import { writeFileSync } from 'node:fs';
import { fail } from '../../errors.js';
import { readRegularFile } from '../../files/regular-file.js';
import { ensureHomeDir } from '../../paths.js';
import { readIfThere, writeWhole } from '../../registry/whole-files.js';
import { type KeptSettings, keptSettingsFile } from '../../settings/kept-settings.js';
import type { Settings } from '../../settings/settings.js';
import { editYaml } from '../../yaml/parse-yaml.js';
import { type FileProblem, readYamlFile } from '../../yaml/read-yaml-file.js';
import { CONFIG_FILE } from './keys.js';
import { configFile } from './load-settings.js';

interface Config {
  readonly settings: Settings;
  readonly problems: readonly FileProblem[];
}

/** Reads the file for a command, and keeps what it found for the next ones. */
export async function readSettings(home: string, of: string): Promise<KeptSettings> {
  const { settings, problems } = await readConfig(home);
  const kept = { of, settings, problems: problems.map(sentenceOf) };
  try {
    writeFileSync(keptSettingsFile(home), JSON.stringify(kept), { mode: 0o600 });
  } catch {
    // The next command reads the file itself.
  }
  return kept;
}

export async function readConfig(home: string): Promise<Config> {
  const file = configFile(home);
  try {
    return parse(file, readRegularFile(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // ENOTDIR: the home is not a folder. Whatever needs the home reports that.
    if (code === 'ENOENT' || code === 'ENOTDIR') return { settings: {}, problems: [] };
    return { settings: {}, problems: [{ file, line: 1, column: 1, message }] };
  }
}

/** Changes one key, or takes it out; everything else in the file stays, also comments. Refuses what would be wrong. */
export async function changeConfig(home: string, name: string, value: unknown): Promise<void> {
  const file = configFile(home);
  const before = readIfThere(file) ?? '';
  const known = await parse(file, before);
  const text = await editYaml(before, name.split('.'), value);
  const { problems } = text === null ? known : await parse(file, text);
  const [wrong] = problems;
  // Nothing in the file has to be mended.
  if (wrong && known.problems.length === 0) {
    throw fail('invalid_request', { reason: wrong.message });
  }
  if (text === null || problems.length > 0) throw fail('config_invalid', { file, problems });
  ensureHomeDir(home);
  writeWhole(file, text);
}

async function parse(file: string, text: string): Promise<Config> {
  const { values, problems } = await readYamlFile(CONFIG_FILE, { file, text });
  const { human, host, language, colors, defaults = {} } = values;
  const { wait, expires } = defaults;
  const found = { human, host, language, colors, wait, expiresMs: expires };
  const settings = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Settings;
  return { settings, problems };
}

function sentenceOf({ file, line, column, message }: FileProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}
