/** The parameters of an operation: those in its path, and those of its query. */
import type { Operation } from './operation.js';
import { type Schema, text } from './schema.js';

export function parametersOf(route: string, { query = {} }: Operation): { readonly parameters?: readonly unknown[] } {
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const inQuery = Object.entries(query).map(([name, { description, ...schema }]: [string, Schema]) => ({
    name,
    in: 'query',
    ...(description ? { description } : {}),
    schema,
  }));
  const parameters = [...inPath, ...inQuery];
  return parameters.length > 0 ? { parameters } : {};
}
