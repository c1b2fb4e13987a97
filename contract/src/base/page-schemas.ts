import { Type } from 'typebox'

/** Query parameters of a list that can be paged. Without both, the response is the whole list. */
export const PAGE_QUERY = {
  page: Type.Optional(Type.String({ title: 'Page', pattern: '^[1-9][0-9]*$' })),
  limit: Type.Optional(Type.String({ title: 'Limit', pattern: '^([1-9][0-9]?|100)$' })),
}

/**
 * Present if the response is a page. `total` is the number of matching rows; `isCapped` means that
 * there are more. A page beyond the last is the last.
 */
export const PAGE_INFO = {
  total: Type.Optional(Type.Integer()),
  isCapped: Type.Optional(Type.Boolean()),
  page: Type.Optional(Type.Integer()),
}
