import { DONATIONS_PER_PAGE } from '@sevadesk/contract/donations/donation.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SortOrder } from '../ui/table/sort-select.tsx'

/** Besides `DONATIONS_PER_PAGE`, 10. */
const LARGER_PAGES = [25, 50]

/**
 * Free texts in the address, such as `?from=2026-11-01`. A change replaces the history entry;
 * with `isStep` it adds one.
 */
export function useAddressValues<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (changes: Partial<Record<Name, string | undefined>>, isStep?: boolean) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') values[name] = value
  }
  return [
    values,
    (changes, isStep = false) =>
      void navigate({
        to: '.',
        search: (others: object) => ({ ...others, ...changes }),
        replace: !isStep,
        resetScroll: isStep,
      }),
  ]
}

/**
 * A choice in the address, such as `?period=month`. The first value is the default and stays out
 * of the address. A new choice returns to page 1; with `isStep` it adds a history entry.
 */
export function useChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
  { isStep = false } = {},
): [Value, (value: Value) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const [standard] = values
  const chosen = values.find((value) => value === search[name]) ?? standard
  return [
    chosen,
    (next) =>
      void navigate({
        to: '.',
        search: (others: object) => ({ ...others, [name]: next === standard ? undefined : next, page: undefined }),
        replace: !isStep,
        resetScroll: isStep,
      }),
  ]
}

/** The sort order in the address, `?sort=oldest`. */
export function useSortOrder(): [SortOrder, (order: SortOrder) => void] {
  return useChoice('sort', ['latest', 'oldest'])
}

/** Donations per page: 10 (specification, section 9), or 25 or 50 by the address, `?rows=25`. */
export function useRowsPerPage(): number {
  const { rows }: Record<string, unknown> = useSearch({ strict: false })
  return LARGER_PAGES.find((count) => String(count) === rows) ?? DONATIONS_PER_PAGE
}
