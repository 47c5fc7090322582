/** What a caller watches: the changes of resources, and the resources that a request to listen names. */
import type { McpCaller } from '../caller.js';
import { Changes } from './changes.js';
import { listenForNews } from './news.js';
import { readResource } from './resources.js';

/** A client whose credential is no longer valid is told nothing more. */
export interface Watcher {
  readonly caller: McpCaller;
  readonly isAllowed: () => Promise<boolean>;
  readonly hangUp: () => void;
}

export function changesFor({ caller, isAllowed, hangUp }: Watcher, onChange: (uri: string) => void): Changes {
  const read = (uri: string) => readResource(caller, uri);
  const listen = (onNews: () => void, signal: AbortSignal) => listenForNews(caller, onNews, signal);
  return new Changes({ read, listen }, async (uri) => ((await isAllowed()) ? onChange(uri) : hangUp()));
}

/** The params of `subscriptions/listen`, which the SDK has not checked yet. */
export function listenedUris(params: unknown): readonly string[] {
  const { notifications } = (params ?? {}) as { notifications?: { resourceSubscriptions?: unknown } | null };
  const uris = notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string') : [];
}
