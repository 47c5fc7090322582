/** The version of A2A that a request asks for. */
import { VersionNotSupportedError } from '@a2a-js/sdk/errors';
import type { Version } from '../call.js';

/** A client that names no version speaks 0.3, because that is older than the header. Patch versions do not matter. */
export function versionOf(header: string | string[] | undefined, query: URLSearchParams): Version {
  const asked = String(header ?? query.get('A2A-Version') ?? '').trim();
  const known = /^(1\.0|0\.3)(?:\.\d+)?$/.exec(asked === '' ? '0.3' : asked)?.[1];
  if (known !== undefined) return known as Version;
  throw new VersionNotSupportedError(`A2A version ${asked.slice(0, 40)} is not supported; 1.0 and 0.3 are.`);
}
