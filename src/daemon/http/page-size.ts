/** How many items an answer has. */
const PAGE = 50;
const LARGEST_PAGE = 500;

export function pageSize(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? PAGE);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, LARGEST_PAGE) : PAGE;
}
