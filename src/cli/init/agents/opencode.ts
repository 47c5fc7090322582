/** opencode: AGENTS.md and opencode.json, or opencode.jsonc. */
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { readIfThere } from '../../../registry/whole-files.js';
import type { Step } from '../edit/step.js';
import { ALLOWED_COMMANDS } from './allowed-commands.js';
import { instructionBlock } from './instructions.js';
import { type AgentSetup, existingOf, type Places, property } from './setup.js';

/** It adds this itself to a file without it, and nobody would remove that from a file of ours. */
const SCHEMA: Step = { ...property([], '$schema', 'https://opencode.ai/config.json'), onlyInNew: true };
const SERVER = property(['mcp'], 'synapse', { type: 'local', command: ['synapse', 'mcp'], enabled: true });

export const opencode: AgentSetup = {
  name: 'opencode',
  parts: (places) => {
    const user = join(places.env.XDG_CONFIG_HOME || join(places.home, '.config'), 'opencode');
    const dir = places.scope === 'project' ? places.root : user;
    const config = configIn(dir);
    return [
      { file: instructionFile(places, user), steps: [instructionBlock] },
      { file: config, steps: [SCHEMA, SERVER, ...permissionSteps([configIn(user), config])] },
    ];
  },
};

function configIn(dir: string): string {
  return existingOf(dir, ['opencode.json', 'opencode.jsonc'], 'opencode.json');
}

/** It reads CLAUDE.md where there is no AGENTS.md, so making one would hide what the other says. */
function instructionFile({ scope, root, home, agents }: Places, user: string): string {
  const isMadeAnyway = agents.includes('codex');
  if (scope === 'project') return existingOf(root, isMadeAnyway ? [] : ['AGENTS.md', 'CLAUDE.md'], 'AGENTS.md');
  const own = join(user, 'AGENTS.md');
  const other = join(home, '.claude/CLAUDE.md');
  return readIfThere(own) === null && readIfThere(other) !== null ? other : own;
}

type Permissions = string | Readonly<Record<string, unknown>>;

/**
 * It runs every command without asking unless a file says otherwise, so rules are added only then. An object for `bash`
 * in one file would replace a single word for it in the other, so that word goes into the object.
 */
function permissionSteps(configs: readonly string[]): Step[] {
  const all = configs.flatMap((file): Permissions[] => permissionsIn(file) ?? []);
  const forBash = all.flatMap((permissions) => (typeof permissions === 'string' ? [] : (permissions.bash ?? [])));
  const isRestricted = all.some((permissions) =>
    restricts(typeof permissions === 'string' ? permissions : permissions['*']),
  );
  if (!isRestricted && !forBash.some(restricts)) return [];
  const word = forBash.findLast((rule) => typeof rule === 'string');
  const bash = ['permission', 'bash'];
  return [
    { type: 'wrap', path: ['permission'] },
    { type: 'wrap', path: bash },
    ...(typeof word === 'string' ? [property(bash, '*', word)] : []),
    ...ALLOWED_COMMANDS.map((each) => property(bash, `synapse ${each} *`, 'allow')),
    property(['permission'], 'synapse_*', 'allow'),
  ];
}

function permissionsIn(file: string): [Permissions] | null {
  const text = readIfThere(file);
  const found = text === null ? undefined : (parse(text) as { permission?: Permissions } | undefined)?.permission;
  return found === undefined ? null : [found];
}

/** Anything but a plain `allow`. */
function restricts(rule: unknown): boolean {
  return rule !== undefined && rule !== 'allow';
}
