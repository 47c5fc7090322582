/** The keys of a team file. The file is read by this table, and its JSON Schema and its help are made from it. */
import type { FileSpec } from '../../../yaml/read-yaml-file.js';
import { describeKey, environment, type Keys, section, sectionsById, type ValuesOf } from '../../../yaml/section.js';
import { choice, flag, id, line, someOf, text } from '../../../yaml/value-types.js';

const PROJECT_KEYS = {
  id: {
    type: id,
    required: true,
    description: 'Its id. No other project in the same SYNAPSE_HOME may have it.',
    example: 'shop',
  },
  name: { type: line, description: 'Its name.', default: 'its id' },
  dir: { type: text, description: 'Its working directory, relative to this file.', default: 'the folder of this file' },
  require_conversations: {
    type: flag,
    description: 'Whether its AI agents may write to each other only in conversations, not with `synapse send`.',
    default: 'false',
  },
  store: {
    type: line,
    description: 'The PostgreSQL server that all hosts of the team share, without a password.',
    default: 'a file in SYNAPSE_HOME',
    example: 'postgres://synapse@db.example/team',
  },
} as const satisfies Keys;

/** About the program of an agent: its own, or under `defaults`. */
const PROGRAM_KEYS = {
  profile: {
    type: text,
    description: 'The kind of program: claude, codex, gemini, opencode, copilot, shell, or a profile of your own.',
    default: 'shell, if there is a command',
    example: 'claude',
  },
  command: {
    type: text,
    description: 'The program and its arguments.',
    default: 'the command of the profile',
    example: 'node agents/worker.mjs',
  },
  auto: {
    type: someOf(['chat', 'task']),
    description: 'The kinds of work that start it automatically: chat, task.',
    default: 'both',
    example: ['chat', 'task'],
  },
  env: { type: environment, description: 'Additional environment variables for its program.' },
  cwd: {
    type: text,
    description: 'The folder its program runs in, relative to that of the project.',
    default: 'the folder of the project',
  },
  start: {
    type: choice(['always', 'on-demand']),
    description: 'always: `synapse up` starts it. on-demand: it starts when there is work for it.',
    default: 'always',
  },
  host: {
    type: id,
    description: 'The host that it runs on, by name or id, if several hosts share the store of the team.',
    default: 'the first host that runs `synapse up`',
    example: 'gpu',
  },
} as const satisfies Keys;

const AGENT_KEYS = {
  kind: { type: choice(['ai', 'human']), description: 'ai or human.', default: 'ai' },
  name: { type: line, description: 'Its name.', default: 'its id' },
  role: { type: text, description: 'Its role, shown to others.' },
  parent: { type: id, description: 'The agent above it in the hierarchy.' },
  manager: {
    type: flag,
    description: 'Whether it may assign work to the agents below it.',
    default: 'true for people, false for AI agents',
  },
  ...PROGRAM_KEYS,
} as const satisfies Keys;

const TEAM_FILE_KEYS = {
  project: {
    type: section(PROJECT_KEYS),
    required: true,
    description: 'The project: a working directory with assigned agents.',
  },
  defaults: {
    type: section(PROGRAM_KEYS),
    description: 'Values for every AI agent that does not set its own. Environment variables of both are combined.',
  },
  agents: { type: sectionsById(AGENT_KEYS), required: true, description: 'The team, keyed by agent id.' },
} as const satisfies Keys;

export const TEAM_FILE: FileSpec<typeof TEAM_FILE_KEYS> = {
  title: 'synapse.yaml',
  description: 'A whole team in one file, for `synapse up` and `synapse down`.',
  keys: TEAM_FILE_KEYS,
};

export type TeamFileValues = ValuesOf<typeof TEAM_FILE_KEYS>;
export type AgentValues = ValuesOf<typeof AGENT_KEYS>;
export type ProgramValues = ValuesOf<typeof PROGRAM_KEYS>;

/** Keys that only make sense for a program, and so not for a person. */
export const PROGRAM_KEY_NAMES = Object.keys(PROGRAM_KEYS) as readonly (keyof ProgramValues)[];

/** The keys of a section and their descriptions, for the help. */
export function describeKeys(name: 'project' | 'agents'): readonly (readonly [string, string])[] {
  const keys: Keys = name === 'project' ? PROJECT_KEYS : AGENT_KEYS;
  return Object.entries(keys).map(([key, spec]) => [key, describeKey(spec)]);
}
