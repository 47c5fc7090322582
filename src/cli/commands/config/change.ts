/** `synapse config set` and `config unset`: change the file with the settings. */
import { synapseHome } from '../../../paths.js';
import { changeConfig } from '../../config/config-file.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { settingNamed } from './effective.js';

type Options = OptionValues<typeof jsonOptions>;

export async function runConfigSet([word = '', text = '']: readonly string[], { json }: Options): Promise<number> {
  const name = settingNamed(word);
  const value = name === 'defaults.wait' && /^\d+$/.test(text) ? Number(text) : text;
  await changeConfig(synapseHome(), name, value);
  if (json) printJson({ config: { [name]: value } });
  else printNote(`Set ${name} to ${text}.`);
  return 0;
}

export async function runConfigUnset([word = '']: readonly string[], { json }: Options): Promise<number> {
  const name = settingNamed(word);
  await changeConfig(synapseHome(), name, undefined);
  if (json) printJson({ config: { [name]: null } });
  else printNote(`Removed ${name} from the settings.`);
  return 0;
}
