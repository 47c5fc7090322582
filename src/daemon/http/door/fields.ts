/** Reads the fields of a body and the parameters of a query. A value of the wrong kind is refused, not ignored. */
import { fail, type SynapseError } from '../../../errors.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body; null stands for none. */
export function fieldsOf(body: unknown): Fields {
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('The body must be a JSON object.');
  return (body ?? {}) as Fields;
}

/** An empty text counts as absent. */
export function textField(fields: Fields, key: string): string | null {
  const value = fields[key] ?? '';
  if (typeof value !== 'string') throw wrong(key, 'a text');
  return value === '' ? null : value;
}

export function flagField(fields: Fields, key: string): boolean {
  const value = fields[key] ?? false;
  if (typeof value !== 'boolean') throw wrong(key, 'true or false');
  return value;
}

/** Zero or more, not necessarily whole. */
export function amountField(fields: Fields, key: string): number | null {
  const value = fields[key] ?? null;
  if (value !== null && !(typeof value === 'number' && value >= 0)) throw wrong(key, 'a number, 0 or more');
  return value;
}

export function textsField(fields: Fields, key: string): readonly string[] {
  const value = fields[key] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw wrong(key, 'a list of texts');
  return value;
}

export function wholeNumbersField(fields: Fields, key: string): readonly number[] {
  const value = fields[key];
  if (!Array.isArray(value) || !value.every(Number.isSafeInteger)) throw wrong(key, 'a list of whole numbers');
  return value;
}

export function countParameter(query: URLSearchParams, key: string): number | null {
  const word = query.get(key);
  if (word === null || word === '') return null;
  if (!/^\d{1,15}$/.test(word)) throw wrong(key, 'a whole number');
  return Number(word);
}

export function flagParameter(query: URLSearchParams, key: string): boolean {
  const word = query.get(key) || 'false';
  if (word !== 'true' && word !== 'false') throw wrong(key, 'true or false');
  return word === 'true';
}

export function secondsParameter(query: URLSearchParams, key: string): number | null {
  const word = query.get(key);
  if (word === null || word === '') return null;
  const seconds = Number(word);
  if (!(seconds >= 0)) throw wrong(key, 'a number of seconds');
  return seconds;
}

export function wrong(name: string, expected: string): SynapseError {
  return invalid(`"${name}" must be ${expected}.`);
}

function invalid(reason: string): SynapseError {
  return fail('invalid_request', { reason });
}
