/** Moves the answers that several operations have to the components of the document, so that each is written once. */

type Json = Readonly<Record<string, unknown>>;

export interface Shared {
  readonly paths: Json;
  readonly responses: Json;
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly responses: Json }>>>>;

export function shareResponses(paths: Paths): Shared {
  const uses = new Map<string, number>();
  const all = Object.values(paths).flatMap((path) => Object.values(path));
  for (const { responses } of all) {
    for (const entry of Object.entries(responses)) {
      const key = JSON.stringify(entry);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  const shared = new Map<string, string>();
  for (const [key, count] of uses) {
    const name = count > 1 ? nameOf(key) : null;
    if (name !== null) shared.set(key, name);
  }
  const replace = (entry: [string, unknown]): [string, unknown] => {
    const name = shared.get(JSON.stringify(entry));
    return name === undefined ? entry : [entry[0], { $ref: `#/components/responses/${name}` }];
  };
  return {
    paths: each(paths, (path) =>
      each(path, (operation) => ({
        ...operation,
        responses: Object.fromEntries(Object.entries(operation.responses).map(replace)),
      })),
    ),
    responses: Object.fromEntries([...shared].map(([key, name]) => [name, JSON.parse(key)[1]])),
  };
}

/** By its status and the codes that it tells of. Null for one that tells more. */
function nameOf(key: string): string | null {
  const [status, { description }] = JSON.parse(key) as [string, { description: string }];
  if (status === 'default') return 'Unexpected';
  const codes = /^`(.*)`$/.exec(description)?.[1];
  return codes === undefined ? null : [status, ...codes.split('`, `')].join('.');
}

function each<T>(values: Readonly<Record<string, T>>, change: (value: T) => unknown): Json {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
