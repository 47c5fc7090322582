/** Decodes what a request says about an agent of the team. */

import { EVERYTHING_BY_ITSELF, type TeamAgent } from '../../team/people/agents.js';
import { type Fields, wrong } from '../http/door/fields.js';
import { oneLine } from './person-body.js';

type Changes = Partial<Omit<TeamAgent, 'id' | 'createdAt'>>;

/** Fields that are absent stay unchanged; null clears a field that may be empty. */
export function readAgentChanges(body: Fields): Changes {
  const changes: Record<string, unknown> = {};
  for (const [key, read] of Object.entries(FIELDS)) {
    if (body[key] !== undefined) Object.assign(changes, read(body[key], key));
  }
  return changes as Changes;
}

const FIELDS: Readonly<Record<string, (value: unknown, key: string) => Changes>> = {
  name: (value) => ({ name: oneLine(value, 'name') }),
  kind: (value) => ({ kind: choice(value, 'kind', ['ai', 'human']) }),
  manager: (value) => ({ hierarchy: flag(value, 'manager') ? 'manager' : 'worker' }),
  parent: (value) => ({ parentId: textOrNull(value, 'parent') }),
  profile: (value) => ({ profile: textOrNull(value, 'profile') }),
  command: (value) => ({ command: textOrNull(value, 'command') }),
  role: (value) => ({ role: textOrNull(value, 'role') }),
  cwd: (value) => ({ cwd: textOrNull(value, 'cwd') }),
  start: (value) => ({ start: choice(value, 'start', ['always', 'on-demand']) }),
  auto: (value) => ({ auto: purposes(value) }),
  env: (value) => ({ env: environment(value) }),
};

function text(value: unknown, key: string): string {
  if (isText(value) && value !== '') return value;
  throw wrong(key, 'a text');
}

function textOrNull(value: unknown, key: string): string | null {
  return value === null ? null : text(value, key);
}

function flag(value: unknown, key: string): boolean {
  if (typeof value === 'boolean') return value;
  throw wrong(key, 'true or false');
}

function choice<Choice extends string>(value: unknown, key: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === value);
  if (found === undefined) throw wrong(key, choices.join(' or '));
  return found;
}

function purposes(value: unknown): readonly string[] {
  if (typeof value === 'boolean') return value ? EVERYTHING_BY_ITSELF : [];
  const isRight = Array.isArray(value) && value.every((item) => EVERYTHING_BY_ITSELF.includes(item));
  if (!isRight) throw wrong('auto', 'a list of chat and task, or true or false');
  return EVERYTHING_BY_ITSELF.filter((purpose) => value.includes(purpose));
}

function environment(value: unknown): Record<string, string> {
  const isRight =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, item]) => /^[A-Za-z_]\w*$/.test(name) && isText(item));
  if (!isRight) throw wrong('env', 'variables and their texts');
  return value as Record<string, string>;
}

/** The system takes no argument, variable or path with a null character in it. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
