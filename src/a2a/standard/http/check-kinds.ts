/** Refuses objects and lists where the standard wants a text or a number, because the decoder would turn them into texts. */
import { RequestMalformedError } from '@a2a-js/sdk/errors';

/** In either spelling that the decoder knows. */
const PLAIN = new Set(
  [
    ...['id', 'taskId', 'contextId', 'tenant', 'messageId', 'role', 'text', 'raw', 'url', 'filename', 'mediaType'],
    ...['token', 'scheme', 'credentials', 'historyLength', 'returnImmediately', 'status', 'pageSize', 'pageToken'],
    ...['statusTimestampAfter', 'includeArtifacts', 'pushNotificationConfigId', 'blocking'],
  ].flatMap(bothSpellings),
);

/** Where such values can be further down. Metadata and data can contain anything. */
const INSIDE = new Set(
  [
    'message',
    'parts',
    'configuration',
    'taskPushNotificationConfig',
    'pushNotificationConfig',
    'authentication',
  ].flatMap(bothSpellings),
);

const LISTS_OF_TEXTS = new Set(
  ['extensions', 'referenceTaskIds', 'acceptedOutputModes', 'schemes'].flatMap(bothSpellings),
);

export function checkKinds(value: unknown, path = 'params'): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkKinds(item, `${path}[${index}]`);
    return;
  }
  if (!isCompound(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const where = `${path}.${key}`;
    if (PLAIN.has(key) && isCompound(item)) throw new RequestMalformedError(`${where} must not be an object or a list`);
    if (LISTS_OF_TEXTS.has(key) && Array.isArray(item) && item.some((each) => typeof each !== 'string')) {
      throw new RequestMalformedError(`${where} must be a list of texts`);
    }
    if (INSIDE.has(key)) checkKinds(item, where);
  }
}

function isCompound(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function bothSpellings(name: string): string[] {
  return [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}
