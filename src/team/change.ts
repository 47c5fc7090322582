/** What a commit changed that others may wait for: the topic, the project and the agents. */

const TOPICS = ['chat', 'work', 'sessions', 'team'] as const;
export type Topic = (typeof TOPICS)[number];

export interface Change {
  readonly topic: Topic;
  /** Null means every project. */
  readonly projectId: string | null;
  /** Null means every agent of the project. */
  readonly agentIds: readonly string[] | null;
}

/** The changes of one commit, with its position among all commits. */
export interface Commit {
  readonly seq: number;
  readonly changes: readonly Change[];
}

/** The changes that somebody waits for. An omitted field matches everything. */
export interface Interest {
  readonly projectId?: string | undefined;
  readonly agentId?: string | undefined;
}

/** Stands for unknown changes, so that everybody looks. */
export const ANYTHING: readonly Change[] = TOPICS.map((topic) => ({ topic, projectId: null, agentIds: null }));

export function concerns({ projectId, agentIds }: Change, interest: Interest): boolean {
  const isThere = projectId === null || interest.projectId === undefined || projectId === interest.projectId;
  return isThere && (agentIds === null || interest.agentId === undefined || agentIds.includes(interest.agentId));
}

/** Merges changes into one entry per topic and project. */
export function merged(changes: readonly Change[]): Change[] {
  const all = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.topic} ${change.projectId ?? ''}`;
    const known = all.get(key);
    all.set(key, known ? { ...change, agentIds: together(known.agentIds, change.agentIds) } : change);
  }
  return [...all.values()];
}

function together(a: Change['agentIds'], b: Change['agentIds']): Change['agentIds'] {
  return a === null || b === null ? null : [...new Set([...a, ...b])];
}

/** Reads the commits in JSON from another daemon; null if they are not valid. */
export function decodeCommits(value: unknown): Commit[] | null {
  if (!Array.isArray(value)) return null;
  const commits = value.filter(isCommit);
  return commits.length === value.length ? commits : null;
}

function isCommit(value: unknown): value is Commit {
  const { seq, changes } = (value ?? {}) as { seq?: unknown; changes?: unknown };
  return Number.isSafeInteger(seq) && Array.isArray(changes) && changes.every(isChange);
}

function isChange(value: unknown): value is Change {
  const { topic, projectId, agentIds } = (value ?? {}) as Record<string, unknown>;
  const isPlace = projectId === null || typeof projectId === 'string';
  const isForSome = Array.isArray(agentIds) && agentIds.every((id) => typeof id === 'string');
  return TOPICS.some((known) => known === topic) && isPlace && (agentIds === null || isForSome);
}
