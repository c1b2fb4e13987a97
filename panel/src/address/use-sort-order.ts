import type { SortOrder } from '../ui/table/sort-select.tsx'
import { useChoice } from './use-choice.ts'

/** The sort order in the address, `?sort=oldest`. */
export function useSortOrder(): [SortOrder, (order: SortOrder) => void] {
  return useChoice('sort', ['latest', 'oldest'])
}
