/** `synapse profiles`: which kinds of programs can be started. */
import { mkdirSync } from 'node:fs';
import { profilesDir } from '../../../paths.js';
import { loadProfile, loadProfiles } from '../../../profiles/load-profile.js';
import type { Profile } from '../../../profiles/profile.js';
import { profileToYaml } from '../../../profiles/profile-to-yaml.js';
import { here } from '../../client/find-agent.js';
import { coloursFor, table } from '../../print/output.js';
import { printJson, printLine, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/options.js';

type Options = OptionValues<typeof jsonOptions>;

export async function runProfilesList(_args: readonly string[], options: Options): Promise<number> {
  const { profiles, problems } = await loadProfiles({ home: here().home, cwd: process.cwd() });
  if (options.json) {
    printJson({ profiles: profiles.map(profileJson), problems: problems.map((problem) => problem.message) });
    return problems.length > 0 ? 1 : 0;
  }
  const rows = profiles.map((profile) => [
    { text: profile.name },
    { text: profile.command.join(' ') || '(what follows --)' },
    { text: profile.line ? 'lines' : 'full screen' },
    { text: `${profile.ports.first}-${profile.ports.last}` },
    { text: profile.file ?? 'built in' },
  ]);
  printLine(table(['NAME', 'PROGRAM', 'READS', 'PORTS', 'DEFINED'], rows, await coloursFor(process.stdout)));
  for (const problem of problems) say(`warning: ${problem.message}`);
  return problems.length > 0 ? 1 : 0;
}

export async function runProfilesShow(args: readonly string[], options: Options): Promise<number> {
  const profile = await loadProfile(args[0] ?? '', { home: here().home, cwd: process.cwd() });
  if (options.json) printJson(profileJson(profile));
  else process.stdout.write(profileToYaml(profile));
  return 0;
}

export function runProfilesPath(): number {
  const dir = profilesDir(here().home);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  printLine(dir);
  return 0;
}

function profileJson(profile: Profile): Record<string, unknown> {
  const { name, command, env, ports, line, typing, screen, resume, file } = profile;
  const { maxChars, ...keys } = typing;
  return {
    name,
    command,
    env,
    ports: `${ports.first}-${ports.last}`,
    line,
    typing: { ...keys, max_chars: maxChars },
    screen,
    resume,
    file,
  };
}
