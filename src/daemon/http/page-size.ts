/** How many items an answer has. */
import { countParameter, wrong } from './door/fields.js';

const PAGE = 50;
const LARGEST_PAGE = 500;

export function pageSize(query: URLSearchParams): number {
  const limit = countParameter(query, 'limit') ?? PAGE;
  if (limit === 0) throw wrong('limit', 'a whole number from 1');
  return Math.min(limit, LARGEST_PAGE);
}
