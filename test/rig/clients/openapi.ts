/** Holds what daemons answer against the OpenAPI document, in which nothing may be missing and nothing may be too much. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../src/daemon/openapi/document.js';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into from outside.
type Any = any;

export const DOCUMENT: Any = openApiDocument();

export interface Answered {
  readonly method: string;
  /** With or without a query. */
  readonly path: string;
  readonly status: number;
  /** Parsed; undefined if it is no JSON, or was not read. */
  readonly body: unknown;
}

/** Statuses that have their cause in the machine, which every operation documents as `default`. */
const UNEXPECTED = new Set([408, 500, 503, 504, 507]);

export class ApiCheck {
  /** `POST /tasks/send 200` for each documented answer that occurred. */
  readonly seen = new Set<string>();
  readonly problems: string[] = [];
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    formats: { 'date-time': ISO, binary: true, uuid: true },
  });
  readonly #validators = new Map<string, ValidateFunction>();

  note({ method, path, status, body }: Answered): void {
    const found = operationAt(method, path);
    const told = `${method} ${path.slice(0, 80)} ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
    if (!found) {
      const isRefused = (status === 404 || status === 405) && method !== 'HEAD';
      if (isRefused) this.#check(DOCUMENT.components.schemas.Error, body, told);
      return;
    }
    const { key, operation } = found;
    const range = `${String(status)[0]}XX`;
    const { [status]: exact, [range]: anyOf, default: other } = operation.responses;
    const response = exact ?? anyOf ?? (UNEXPECTED.has(status) ? other : undefined);
    if (!response) return void this.problems.push(`not documented: ${told}`);
    this.seen.add(`${key} ${exact ? status : range}`);
    const { 'application/json': whole, 'application/x-ndjson': lines } = resolved(response).content ?? {};
    if (body === undefined) return;
    if (whole) this.#check(whole.schema, body, told);
    for (const line of lines ? linesOf(body) : []) this.#check(lines.schema, line, told);
  }

  /** Making a validator takes long, and many answers have the same form. */
  #check(schema: Any, body: unknown, told: string): void {
    const form = JSON.stringify(schema);
    const validate = this.#validators.get(form) ?? this.#ajv.compile(closed(schema));
    this.#validators.set(form, validate);
    if (validate(body)) return;
    this.problems.push(`does not fit: ${told}\n  ${this.#ajv.errorsText(validate.errors).slice(0, 600)}`);
  }
}

/** A stream of lines, of which a single one was parsed. */
function linesOf(body: unknown): unknown[] {
  if (typeof body !== 'string') return [body];
  const lines = body.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Every documented answer, without the one for everything else. */
export function documentedAnswers(): string[] {
  return operations().flatMap(({ key, operation }) =>
    Object.keys(operation.responses)
      .filter((status) => status !== 'default')
      .map((status) => `${key} ${status}`),
  );
}

const OPERATIONS = Object.entries<Any>(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries<Any>(methods).map(([method, operation]) => ({
    key: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  })),
);

export function operations(): typeof OPERATIONS {
  return OPERATIONS;
}

/** A path without parameters wins over one with them. */
function operationAt(method: string, path: string) {
  const [plain = ''] = path.split('?');
  const fitting = operations().filter(({ key, path: pattern }) => key.startsWith(`${method} `) && fits(pattern, plain));
  return fitting.find(({ path: pattern }) => pattern === plain) ?? fitting[0];
}

function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => {
      const segment = given[index] ?? '';
      if (part === '{action}') return /^\w+$/.test(segment);
      return part.startsWith('{') ? segment !== '' : part === segment;
    })
  );
}

function resolved(value: Any): Any {
  if (typeof value?.$ref !== 'string') return value;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce((from: Any, name: string) => from[name], DOCUMENT);
  const { $ref: _ref, ...rest } = value;
  return rest.properties ? { ...found, properties: { ...found.properties, ...rest.properties } } : found;
}

/** Without references, and with objects that have no other fields than those described. */
function closed(schema: Any): Any {
  const plain = open(schema);
  const isObject = plain.properties && plain.additionalProperties === undefined;
  return plain.allOf || isObject ? { ...plain, unevaluatedProperties: false } : plain;
}

/** The same, to be a part of something that is closed as a whole. */
function open(schema: Any): Any {
  const plain = resolved(schema);
  const each = (schemas: Any[], change: (one: Any) => Any) => schemas.map(change);
  return {
    ...plain,
    ...(plain.properties
      ? { properties: Object.fromEntries(Object.entries(plain.properties).map(([name, one]) => [name, closed(one)])) }
      : {}),
    ...(plain.items ? { items: closed(plain.items) } : {}),
    ...(plain.anyOf ? { anyOf: each(plain.anyOf, closed) } : {}),
    ...(plain.allOf ? { allOf: each(plain.allOf, open) } : {}),
  };
}
