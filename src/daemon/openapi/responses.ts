/** The answers of an operation: what it does, and every error that it can have, by status. */
import { ERROR_CATALOGUE } from '../../error-catalogue.js';
import type { ErrorCode } from '../../errors.js';
import { isForSandboxes } from '../http/door/sandbox-routes.js';
import type { Access, Route } from '../http/route.js';
import type { Operation } from './operation.js';
import { ref, type Schema } from './schema.js';

type Json = Readonly<Record<string, unknown>>;

/** What the door refuses before the route is asked. */
const ERRORS_OF_ACCESS: Readonly<Record<Access, readonly ErrorCode[]>> = {
  open: ['forbidden_origin'],
  known: ['forbidden_origin', 'authentication_required'],
  self: ['forbidden_origin', 'authentication_required', 'forbidden'],
  session: ['forbidden_origin', 'authentication_required'],
};
const ERRORS_OF_BODIES: readonly ErrorCode[] = ['invalid_request', 'content_too_large'];

/** What can go wrong anywhere, because of the machine and not of the request. */
const UNEXPECTED: readonly ErrorCode[] = [
  'request_timeout',
  'internal_error',
  'storage_failed',
  'store_damaged',
  'team_store_busy',
  'store_unavailable',
  'store_outcome_unknown',
  'execution_log_away',
  'agent_unreachable',
  'daemon_not_answering',
];

export function responsesOf(key: string, operation: Operation): Json {
  const { standard = {}, isStandard } = operation;
  if (isStandard) return { ...success(operation), '4XX': AS_STANDARD, default: unexpected() };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(key, operation)) {
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const statuses = [...new Set([...byStatus.keys(), ...Object.keys(standard).map(Number)])].sort((a, b) => a - b);
  return {
    ...success(operation),
    ...Object.fromEntries(
      statuses.map((status) => [status, refusal(byStatus.get(status) ?? [], standard[status] ?? null)]),
    ),
    default: unexpected(),
  };
}

const AS_STANDARD = {
  description: 'An error in the form of the standard, or one of ours from the door',
  content: inJson({ anyOf: [{ type: 'object' }, ref('Error')] }),
};

function unexpected(): Json {
  return { ...refusal(UNEXPECTED, null), description: `Anything else: ${told(UNEXPECTED)}` };
}

function errorsOf(key: string, { access, body, errors = [] }: Operation): readonly ErrorCode[] {
  const [method, path] = key.split(' ') as [Route['method'], string];
  const isTool = path.startsWith('/tools/');
  const listed = isTool ? '/tools/:name' : path;
  return [
    ...new Set([
      // A tool says itself what is wrong with the session.
      ...(isTool ? ERRORS_OF_ACCESS.open : ERRORS_OF_ACCESS[access]),
      ...(isForSandboxes({ method, path: listed }) ? [] : (['not_from_sandbox'] as const)),
      ...(body ? ERRORS_OF_BODIES : []),
      ...errors,
    ]),
  ];
}

function success({ answer }: Operation): Json {
  if (answer === null) return {};
  if (answer === 'empty') return { 200: { description: 'Success, without a body' } };
  if ('switchesTo' in answer) return { 101: { description: `The connection switches to ${answer.switchesTo}` } };
  if (!('media' in answer)) return { 200: { description: 'Success', content: inJson(answer) } };
  const { media, each } = answer as { readonly media: string; readonly each: Schema };
  const content = Object.fromEntries(media.split(', ').map((type) => [type, { schema: each }]));
  return { 200: { description: 'A stream; the schema is that of one event, line or message', content } };
}

/** The form of a standard, if it has one for this status, and ours with the codes that it can have. */
function refusal(codes: readonly ErrorCode[], standard: Schema | 'empty' | null): Json {
  const ours = { ...ref('Error'), properties: { error: { enum: codes } } };
  if (standard === 'empty') return { description: 'As the standard says, without a body' };
  if (standard === null) return { description: told(codes), content: inJson(ours) };
  if (codes.length === 0) return { description: 'As the standard says', content: inJson(standard) };
  return { description: `As the standard says, or ${told(codes)}`, content: inJson({ anyOf: [standard, ours] }) };
}

function told(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

function inJson(schema: Schema): Json {
  return { 'application/json': { schema } };
}
