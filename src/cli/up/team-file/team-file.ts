/** A team file, `synapse.yaml`: read as a whole, with every problem named by line and column. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail } from '../../../errors.js';
import { readYaml, type YamlFile } from '../../../profiles/yaml-file.js';
import { checkTeam } from './checks.js';
import { PROGRAM_KEY_NAMES, TEAM_FILE_KEYS } from './keys.js';
import { type Problem, readSection, type Values } from './values.js';

export const DEFAULT_TEAM_FILE = 'synapse.yaml';

export interface TeamFile {
  /** With its whole path. */
  readonly file: string;
  readonly project: { readonly id: string; readonly name: string; readonly dir: string };
  readonly agents: readonly FileAgent[];
}

/** An agent as the file declares it, defaults included. */
export interface FileAgent {
  readonly id: string;
  readonly name: string;
  readonly kind: 'ai' | 'human';
  readonly role: string | null;
  readonly parent: string | null;
  readonly manager: boolean;
  readonly profile: string | null;
  readonly command: string | null;
  readonly auto: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly start: 'always' | 'on-demand';
}

/** Throws `team_file_invalid` with everything that is wrong with it. */
export async function readTeamFile(given: string | undefined, { home }: { readonly home: string }): Promise<TeamFile> {
  const file = given ?? DEFAULT_TEAM_FILE;
  const yaml = await readYaml(textOf(file));
  if (yaml.problems.length > 0) throw invalid(file, yaml.problems);
  const problems: Problem[] = [];
  const values = readSection(yaml.value ?? {}, TEAM_FILE_KEYS, [], problems);
  const team = teamOf(resolve(file), values);
  problems.push(...(await checkTeam({ ...team, broken: brokenAgents(problems) }, values, { home })));
  if (problems.length > 0) throw invalid(file, placed(yaml, problems));
  return team;
}

/** Whose file it is, also where the rest of it is wrong: what runs must be stoppable. */
export async function readProjectId(given: string | undefined): Promise<string> {
  const file = given ?? DEFAULT_TEAM_FILE;
  const yaml = await readYaml(textOf(file));
  if (yaml.problems.length > 0) throw invalid(file, yaml.problems);
  const problems: Problem[] = [];
  const { project } = readSection(yaml.value ?? {}, TEAM_FILE_KEYS, [], problems);
  const id = (project as Values | undefined)?.id;
  if (typeof id === 'string') return id;
  throw invalid(
    file,
    placed(
      yaml,
      problems.filter(({ path }) => path.length === 0 || path[0] === 'project'),
    ),
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw fail('team_file_not_found', { file });
    throw invalid(file, [{ line: 1, column: 1, message }]);
  }
}

interface Placed {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** In the order of the file. */
function placed({ placeOf }: YamlFile, problems: readonly Problem[]): Placed[] {
  return problems
    .map(({ path, message }) => ({ ...placeOf(path), message }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function invalid(file: string, problems: readonly Placed[]): Error {
  const named = problems.map(({ line, column, message }) => ({ file, line, column, message }));
  return fail('team_file_invalid', { file, problems: named });
}

function brokenAgents(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ path: [section, id] }) => (section === 'agents' && id !== undefined ? [String(id)] : [])),
  );
}

function teamOf(file: string, values: Values): TeamFile {
  const project = (values.project ?? {}) as Partial<TeamFile['project']>;
  const defaults = (values.defaults ?? {}) as Values;
  const agents = Object.entries((values.agents ?? {}) as Record<string, Values>);
  const id = project.id ?? '';
  return {
    file,
    project: { id, name: project.name ?? id, dir: resolve(dirname(file), project.dir ?? '.') },
    agents: agents.map(([agentId, own]) => agentOf(agentId, own, defaults)),
  };
}

function agentOf(id: string, own: Values, defaults: Values): FileAgent {
  const kind = own.kind === 'human' ? 'human' : 'ai';
  const shared = kind === 'human' ? {} : Object.fromEntries(PROGRAM_KEY_NAMES.map((key) => [key, defaults[key]]));
  const given = { ...shared, ...own } as Partial<FileAgent>;
  const command = given.command ?? null;
  return {
    id,
    name: given.name ?? id,
    kind,
    role: given.role ?? null,
    parent: given.parent ?? null,
    manager: given.manager ?? kind === 'human',
    profile: given.profile ?? (command === null ? null : 'shell'),
    command,
    auto: given.auto ?? ['chat', 'task'],
    env: { ...(shared as Partial<FileAgent>).env, ...(own as Partial<FileAgent>).env },
    cwd: given.cwd ?? null,
    start: given.start ?? 'always',
  };
}
