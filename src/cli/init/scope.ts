/** Decides where to write: into the project around the current folder, or into the user's own settings. */
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fail } from '../../errors.js';
import { synapseHome } from '../../paths.js';
import type { Places } from './agents/setup.js';

export interface ScopeOptions {
  readonly user?: true | undefined;
  readonly project?: true | undefined;
}

export function placesFor({ user, project }: ScopeOptions, agents: readonly string[], cwd: string): Places {
  if (user && project) throw fail('invalid_request', { reason: 'Use --user or --project, not both.' });
  const home = homedir();
  const env = process.env;
  const repository = repositoryAround(cwd);
  const root = repository ?? realpathSync(cwd);
  const isHome = root === realpathSync(home);
  // What stands in the home folder are the settings of the user, not those of a project.
  if (project && isHome) {
    throw fail('invalid_request', { reason: 'The home folder is not a project. Use --user, or cd to a project.' });
  }
  const scope = project || (!user && repository !== null && !isHome) ? 'project' : 'user';
  return { scope, root, home, env, agents };
}

/** Where the record of what was added is kept. */
export function recordFile({ scope, root }: Places): string {
  return scope === 'project' ? join(root, '.synapse/init.json') : join(synapseHome(), 'init.json');
}

/** The nearest folder with a `.git`, which is a file in a worktree and in a submodule. */
function repositoryAround(cwd: string): string | null {
  for (let dir = realpathSync(cwd); ; dir = dirname(dir)) {
    if (existsSync(join(dir, '.git'))) return dir;
    if (dirname(dir) === dir) return null;
  }
}
