/** Defines a tool as data plus a handler; HTTP, the command line and the docs are derived from it. */

import { SAME_AS, toolWords } from '../i18n/tool-words.js';
import type { Language, Say } from '../i18n.js';
import type { Session } from '../team/sessions/session.js';
import type { Team } from '../team/team.js';
import type { ValueSchema } from './call/validate.js';

const PERMISSIONS = ['unauthenticated', 'authenticated', 'taskOnly', 'chatOnly', 'managerOnly'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** An argument always has a description. */
export interface ArgumentSchema extends ValueSchema {
  readonly description: string;
}

// biome-ignore lint/suspicious/noExplicitAny: checked against the schema before a handler sees them.
export type Arguments = Readonly<Record<string, any>>;

export interface ToolCall {
  readonly team: Team;
  readonly args: Arguments;
  readonly say: Say;
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** Whether the caller has shown the key of an agent of this home. */
  readonly isOwner: boolean;
}

export interface SessionCall extends ToolCall {
  readonly session: Session;
  /** Whether the answer will arrive, as far as that can be known. To be asked before the tool returns. */
  readonly arrival: () => Promise<boolean>;
  readonly token: string;
}

export interface ToolBase {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required: readonly string[];
  /** Other names of arguments, by alias. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The fields of the answer, for the docs. */
  readonly answers: readonly string[];
}

export type Answer = Readonly<Record<string, unknown>>;

export type Tool = ToolBase &
  (
    | { readonly permission: 'unauthenticated'; readonly handle: (call: ToolCall) => Promise<Answer> }
    | {
        readonly permission: Exclude<Permission, 'unauthenticated'>;
        readonly handle: (call: SessionCall) => Promise<Answer>;
      }
  );

const SESSION_TOKEN: ArgumentSchema = {
  type: 'string',
  description: 'the token returned by authenticate; may be sent in the Authorization header instead',
};

/** As much of a tool as its description needs. */
type Described = ToolBase & Pick<Tool, 'permission'>;

/** The arguments as JSON Schema, for any client. */
function inputSchema(
  { permission, properties, required, aliases = {} }: Described,
  language: Language,
): Record<string, unknown> {
  const session = permission === 'unauthenticated' ? {} : { session_token: SESSION_TOKEN };
  const others = Object.entries(aliases).map(([alias, name]) => [
    alias,
    { ...properties[name], description: SAME_AS[language](name) },
  ]);
  const all = propertiesIn(language, { ...session, ...properties });
  return {
    type: 'object',
    properties: { ...all, ...Object.fromEntries(others) },
    required,
    additionalProperties: false,
  };
}

function propertiesIn(language: Language, properties: Readonly<Record<string, ValueSchema>>) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schemaIn(language, schema)]));
}

function schemaIn(language: Language, schema: ValueSchema): ValueSchema {
  const { description, properties, items } = schema;
  return {
    ...schema,
    ...(description === undefined ? {} : { description: toolWords(language, description) }),
    ...(properties ? { properties: propertiesIn(language, properties) } : {}),
    ...(items ? { items: schemaIn(language, items) } : {}),
  };
}

export function describeTool(tool: Described, language: Language): Record<string, unknown> {
  const { name, description, permission } = tool;
  return { name, description: toolWords(language, description), permission, inputSchema: inputSchema(tool, language) };
}
