import { type DonationSort, sortOrderOf } from '@sevadesk/contract/donations/donation-sort.ts'
import { useSortName } from '../../../records/sort-name.ts'
import { useIsExtended } from '../../../session/use-is-extended.ts'
import type { ColumnSorting } from '../../../ui/table/sort-button.tsx'

const ARIA_SORTS = { asc: 'ascending', desc: 'descending' } as const

/**
 * Returns how a column's header sorts: by `first`, and by `second` if it sorts by `first` already.
 * Returns nothing if the backend does not sort by column.
 */
export function useColumnSorting(
  sort: DonationSort,
  onSort: (sort: DonationSort) => void,
): (first: DonationSort, second: DonationSort) => ColumnSorting | undefined {
  const isExtended = useIsExtended()
  const sortName = useSortName()
  return (first, second) => {
    if (!isExtended) return undefined
    const next = sort === first ? second : first
    const isSorted = sort === first || sort === second
    return {
      direction: isSorted ? ARIA_SORTS[sortOrderOf(sort).direction] : undefined,
      nextName: sortName(next),
      onSort: () => onSort(next),
    }
  }
}
