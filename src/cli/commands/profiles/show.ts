/** `synapse profiles show`: prints a profile as YAML. */
import { synapseHome } from '../../../paths.js';
import { loadProfile } from '../../../profiles/load-profile.js';
import { profileToYaml } from '../../../profiles/profile-to-yaml.js';
import { printJson, printText } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { profileJson } from './profile-json.js';

export async function runProfilesShow(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const profile = await loadProfile(args[0] ?? '', { home: synapseHome(), cwd: process.cwd() });
  if (options.json) printJson({ profile: profileJson(profile) });
  else printText(profileToYaml(profile));
  return 0;
}
