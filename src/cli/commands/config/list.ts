/** `synapse config list` and `config get`: print the settings in effect. */
import { fail } from '../../../errors.js';
import { synapseHome } from '../../../paths.js';
import { readConfig } from '../../config/config-file.js';
import { configFile } from '../../config/load-settings.js';
import { colorsFor, table } from '../../print/output.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { effectiveSettings, type Setting, settingNamed } from './effective.js';

export async function runConfigList(
  _args: readonly string[],
  { json }: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const all = await settingsNow();
  if (json) printJson({ config: asJson(all) });
  else {
    const rows = all.map(({ key, value, from }) => [{ text: key }, { text: String(value ?? '-') }, { text: from }]);
    printLine(table(['KEY', 'VALUE', 'FROM'], rows, await colorsFor(process.stdout)));
  }
  return 0;
}

export async function runConfigGet(
  [word = '']: readonly string[],
  { json }: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const name = settingNamed(word);
  const found = (await settingsNow()).filter(({ key }) => key === name);
  if (json) printJson({ config: asJson(found) });
  else for (const { value } of found) if (value !== null) printLine(String(value));
  return 0;
}

async function settingsNow(): Promise<Setting[]> {
  const home = synapseHome();
  const { settings, problems } = await readConfig(home);
  if (problems.length > 0) throw fail('config_invalid', { file: configFile(home), problems });
  return effectiveSettings(settings, process.env);
}

function asJson(all: readonly Setting[]): Record<string, Setting['value']> {
  return Object.fromEntries(all.map(({ key, value }) => [key, value]));
}
