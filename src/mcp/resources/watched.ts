/** What a caller watches: the changes of resources, and the resources that a request to listen names. */
import type { McpCaller } from '../caller.js';
import { Changes } from './changes.js';
import { listenForNews } from './news.js';
import { readResource } from './resources.js';

export function changesFor(caller: McpCaller, onChange: (uri: string) => void): Changes {
  const read = (uri: string) => readResource(caller, uri);
  return new Changes({ read, listen: (onNews, signal) => listenForNews(caller, onNews, signal) }, onChange);
}

/** The params of `subscriptions/listen`, which the SDK has not checked yet. */
export function listenedUris(params: unknown): readonly string[] {
  const { notifications } = (params ?? {}) as { notifications?: { resourceSubscriptions?: unknown } | null };
  const uris = notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string') : [];
}
