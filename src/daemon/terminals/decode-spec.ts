/** Reads what another terminal of this agent is started from. Only launchers of this user send it. */
import { fail } from '../../errors.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { makeProfile } from '../../profiles/profile.js';
import { type Fields, fieldsOf, wrong } from '../http/door/fields.js';

const OPTIONAL_TEXTS = ['id', 'name', 'role', 'project', 'why', 'parent', 'fingerprint'] as const;

export function decodeSpec(body: unknown, { id, home }: { readonly id: string; readonly home: string }): DaemonSpec {
  const fields = fieldsOf(body);
  const isText = (value: unknown) => typeof value === 'string';
  for (const key of OPTIONAL_TEXTS) must(fields, key, 'a text', (value) => (value ?? null) === null || isText(value));
  for (const key of ['cwd', 'binDir']) must(fields, key, 'a folder', isText);
  must(fields, 'command', 'a list of texts, not empty', (value) => isTexts(value) && value.length > 0);
  must(fields, 'env', 'an object with texts', isTextRecord);
  must(fields, 'purpose', 'task or chat', (value) => value === 'task' || value === 'chat');
  must(fields, 'foreground', 'true or false', (value) => typeof value === 'boolean');
  must(fields, 'allowShell', 'true or false', (value) => value === undefined || typeof value === 'boolean');
  must(fields, 'channels', 'a list of channels', (value) => (value ?? null) === null || isTexts(value));
  must(fields, 'launchedAt', 'a number', (value) => value === undefined || Number.isFinite(value));
  must(fields, 'size', 'an object with cols and rows', isSize);
  must(fields, 'profile', 'a profile', (value) => isTextRecord(fieldOf(value, 'env')) && hasShape(value, PROFILE));
  if (fields.home !== home || fields.id !== id) throw fail('invalid_request', { reason: `This is ${id} in ${home}.` });
  return fields as unknown as DaemonSpec;
}

/** Every field of a profile, with a value of its type. */
const { env: _env, ...PROFILE } = makeProfile('any', {});

function must(fields: Fields, key: string, expected: string, isRight: (value: unknown) => boolean): void {
  if (!isRight(fields[key])) throw wrong(key, expected);
}

/** Whether it has the fields of the sample, of the same types. A text may be absent. */
function hasShape(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return isTexts(value);
  if (sample === null || typeof sample === 'string') return value === null || typeof value === 'string';
  if (typeof sample !== 'object') return typeof value === typeof sample;
  return Object.entries(sample).every(([key, each]) => hasShape(fieldOf(value, key), each));
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Fields)[key] : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isTexts(Object.values(value));
}

function isSize(value: unknown): boolean {
  const isCount = (count: unknown) => Number.isInteger(count) && (count as number) > 0 && (count as number) < 10_000;
  return isCount(fieldOf(value, 'cols')) && isCount(fieldOf(value, 'rows'));
}
