/** Who is above whom in a team: a strict walk over parents. */

export interface InHierarchy {
  readonly id: string;
  readonly parentId: string | null;
}

/** Nearest first. Nobody is their own ancestor, even if a damaged table says so. */
export function ancestorsOf(id: string, members: readonly InHierarchy[]): string[] {
  const parents = new Map(members.map((member) => [member.id, member.parentId]));
  const found: string[] = [];
  for (let next = parents.get(id); next && next !== id && !found.includes(next); next = parents.get(next)) {
    found.push(next);
  }
  return found;
}

export function isAncestor(above: string, below: string, members: readonly InHierarchy[]): boolean {
  return ancestorsOf(below, members).includes(above);
}

/** Whether this parent would put an agent above itself. */
export function wouldCycle(id: string, parentId: string, members: readonly InHierarchy[]): boolean {
  return id === parentId || isAncestor(id, parentId, members);
}

export interface TreeLine<M extends InHierarchy> {
  readonly member: M;
  readonly depth: number;
}

/** Lists members below their parents, in alphabetical order; members without a listed parent come first. */
export function treeOf<M extends InHierarchy>(members: readonly M[]): TreeLine<M>[] {
  const sorted = [...members].sort((a, b) => (a.id < b.id ? -1 : 1));
  const ids = new Set(sorted.map(({ id }) => id));
  const below = (parent: string | null, depth: number): TreeLine<M>[] =>
    sorted
      .filter(({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null) === parent)
      .flatMap((member) => [{ member, depth }, ...below(member.id, depth + 1)]);
  return below(null, 0);
}
