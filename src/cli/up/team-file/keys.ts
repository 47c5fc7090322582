/** Which keys a team file has and what each may hold: it is read by this table, and the JSON Schema is made from it. */

export type Keys = Readonly<Record<string, KeySpec>>;

export type KeySpec = {
  readonly description: string;
  readonly required?: boolean;
  readonly example?: unknown;
} & ValueSpec;

export type ValueSpec =
  | { readonly type: 'text' }
  /** A text that is shown in lists and typed into terminals. */
  | { readonly type: 'line' }
  | { readonly type: 'id' }
  | { readonly type: 'flag' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  /** A list of choices, or true and false for all and none of them. */
  | { readonly type: 'some'; readonly choices: readonly string[] }
  | { readonly type: 'environment' }
  | { readonly type: 'section'; readonly keys: Keys }
  /** Any number of sections, keyed by an id. */
  | { readonly type: 'sections'; readonly keys: Keys };

/** What an agent's own value, or the default for all, says about its program. */
const PROGRAM_KEYS = {
  profile: {
    type: 'text',
    description:
      'The kind of program it is: claude, codex, gemini, opencode, copilot, shell, or a profile of your own.',
    example: 'claude',
  },
  command: {
    type: 'text',
    description: 'The program and its arguments, in place of the one that the profile names. Without a profile: shell.',
    example: 'node agents/worker.mjs',
  },
  auto: {
    type: 'some',
    choices: ['chat', 'task'],
    description: 'What it may be started for without being asked. Default: both.',
    example: ['chat', 'task'],
  },
  env: { type: 'environment', description: 'Variables that its program gets in addition.' },
  cwd: { type: 'text', description: "The folder its program runs in, relative to the project's. Default: that one." },
  start: {
    type: 'choice',
    choices: ['always', 'on-demand'],
    description: 'always (default): `synapse up` starts it. on-demand: work does, when it comes.',
  },
} as const satisfies Keys;

export const TEAM_FILE_KEYS = {
  project: {
    type: 'section',
    required: true,
    description: 'The project: a working directory with assigned agents.',
    keys: {
      id: { type: 'id', required: true, description: 'Its id, one of its kind in a home.', example: 'shop' },
      name: { type: 'line', description: 'What it is called. Default: its id.' },
      dir: { type: 'text', description: "Its working directory, relative to this file. Default: this file's folder." },
    },
  },
  defaults: {
    type: 'section',
    description: 'What holds for every AI agent that does not say otherwise. Variables of both are put together.',
    keys: PROGRAM_KEYS,
  },
  agents: {
    type: 'sections',
    required: true,
    description: 'The team, keyed by agent id.',
    keys: {
      kind: { type: 'choice', choices: ['ai', 'human'], description: 'ai (default) or human.' },
      name: { type: 'line', description: 'What it is called. Default: its id.' },
      role: { type: 'text', description: 'What it is there for, shown to others.' },
      parent: { type: 'id', description: 'The agent that stands above it.' },
      manager: { type: 'flag', description: 'It may assign work to those below it.' },
      ...PROGRAM_KEYS,
    },
  },
} as const satisfies Keys;

/** What belongs to a program, and so to no person. */
export const PROGRAM_KEY_NAMES: readonly string[] = Object.keys(PROGRAM_KEYS);

/** What may stand in a section, in one paragraph, for the help. */
export function describeKeys(section: 'project' | 'agents'): string {
  const { keys }: { keys: Keys } = TEAM_FILE_KEYS[section];
  return Object.entries(keys)
    .map(([name, { description }]) => `${name}: ${description}`)
    .join(' ');
}
