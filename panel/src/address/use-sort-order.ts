import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SortOrder } from '../ui/sort-select.tsx'

/** The order in the address, `?sort=oldest`; Latest, the default, leaves the address clean. */
export function useSortOrder(): [SortOrder, (order: SortOrder) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const order = search.sort === 'oldest' ? 'oldest' : 'latest'
  return [
    order,
    (next) =>
      void navigate({
        to: '.',
        search: (others: object) => ({ ...others, sort: next === 'oldest' ? next : undefined }),
        replace: true,
      }),
  ]
}
