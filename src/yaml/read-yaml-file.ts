/** Reads a YAML file by the table of its keys, and reports every problem with its line and column. */
import { parseYaml } from './parse-yaml.js';
import { type Keys, readSection, section, type ValuesOf } from './section.js';
import { type Problem, Spot } from './spot.js';
import type { JsonSchema } from './value-types.js';

/** A kind of file. */
export interface FileSpec<K extends Keys = Keys> {
  readonly title: string;
  readonly description: string;
  readonly keys: K;
}

export interface YamlFile<K extends Keys> {
  /** What could be read: a key with a problem is missing. */
  readonly values: ValuesOf<K>;
  /** In the order of the file. */
  readonly problems: readonly FileProblem[];
}

export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Rules that involve several keys. They get the problems that the table found, and return further ones. */
export type Check<K extends Keys> = (
  values: ValuesOf<K>,
  problems: readonly Problem[],
) => Promise<readonly Problem[]> | readonly Problem[];

export async function readYamlFile<K extends Keys>(
  { keys }: FileSpec<K>,
  { file, text }: { readonly file: string; readonly text: string },
  check: Check<K> = () => [],
): Promise<YamlFile<K>> {
  const { value, errors, positionOf } = await parseYaml(text);
  if (errors.length > 0) return { values: {}, problems: errors.map((error) => ({ file, ...error })) };
  const found: Problem[] = [];
  const values = readSection(value ?? {}, keys, new Spot(found));
  const problems = [...found, ...(await check(values, found))]
    .map(({ path, message }) => ({ file, ...positionOf(path), message }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
  return { values, problems };
}

/** The JSON Schema of such files as a text, for editors. */
export function schemaText({ title, description, keys }: FileSpec): string {
  const head = { $schema: 'http://json-schema.org/draft-07/schema#', title, description };
  const schema: JsonSchema = { ...head, ...section(keys).schema };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
