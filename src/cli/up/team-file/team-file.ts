/** A team as its file declares it, with defaults filled in. */
import { dirname, resolve } from 'node:path';
import { type AgentValues, PROGRAM_KEY_NAMES, type ProgramValues, type TeamFileValues } from './keys.js';

export interface TeamFile {
  /** The absolute path. */
  readonly file: string;
  readonly project: FileProject;
  readonly agents: readonly FileAgent[];
}

interface FileProject {
  readonly id: string;
  readonly name: string;
  readonly dir: string;
  readonly requireConversations: boolean;
  /** The address of a server; null for whatever this home uses. */
  readonly store: string | null;
}

export interface FileAgent {
  readonly id: string;
  readonly name: string;
  readonly kind: 'ai' | 'human';
  readonly role: string | null;
  readonly parent: string | null;
  readonly manager: boolean;
  readonly profile: string | null;
  readonly command: string | null;
  readonly auto: readonly ('chat' | 'task')[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly start: 'always' | 'on-demand';
  /** The host that it runs on; null for the one that declares it first. */
  readonly host: string | null;
}

export function teamOf(file: string, { project = {}, defaults = {}, agents = {} }: TeamFileValues): TeamFile {
  const id = project.id ?? '';
  return {
    file,
    project: {
      id,
      name: project.name ?? id,
      dir: resolve(dirname(file), project.dir ?? '.'),
      requireConversations: project.require_conversations ?? false,
      store: project.store ?? null,
    },
    agents: Object.entries(agents).map(([agentId, own]) => agentOf(agentId, own, defaults)),
  };
}

function agentOf(id: string, own: AgentValues, defaults: ProgramValues): FileAgent {
  const kind = own.kind ?? 'ai';
  const shared = kind === 'human' ? {} : defaults;
  const { profile, command, auto, cwd, start, host }: ProgramValues = { ...shared, ...own };
  return {
    id,
    name: own.name ?? id,
    kind,
    role: own.role ?? null,
    parent: own.parent ?? null,
    manager: own.manager ?? kind === 'human',
    profile: profile ?? (command === undefined ? null : 'shell'),
    command: command ?? null,
    auto: auto ?? ['chat', 'task'],
    env: { ...shared.env, ...own.env },
    cwd: cwd ?? null,
    start: start ?? 'always',
    host: host ?? null,
  };
}

/** The program keys that an agent sets itself. */
export function ownProgramKeys(own: AgentValues): readonly (keyof ProgramValues)[] {
  return PROGRAM_KEY_NAMES.filter((key) => own[key] !== undefined);
}
