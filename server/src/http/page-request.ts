/** A page as the query parameters ask for it. */
export interface PageQuery {
  page?: string
  limit?: string
}

/** Greater than any real page number, and small enough for exact arithmetic. */
const PAGE_MAX = 1e10
/** Rows per page (specification, section 9). */
const DEFAULT_LIMIT = 10

export function parsePageRequest({ page, limit }: PageQuery): { page: number; limit: number } {
  return { page: Math.min(Number(page ?? 1), PAGE_MAX), limit: Number(limit ?? DEFAULT_LIMIT) }
}

/** Returns the range of the requested page, or of the last page if the request is beyond it. */
export function rangeOfPage(query: PageQuery, total: number): { page: number; offset: number; limit: number } {
  const { page, limit } = parsePageRequest(query)
  const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
  return { page: existing, offset: (existing - 1) * limit, limit }
}
