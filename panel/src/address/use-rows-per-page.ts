import { DONATIONS_PER_PAGE } from '@sevadesk/contract/donations/donation.ts'
import { useSearch } from '@tanstack/react-router'

/** Besides `DONATIONS_PER_PAGE`, 10. */
const LARGER_PAGES = [25, 50]

/** Donations per page: 10 (specification, section 9), or 25 or 50 by the address, `?rows=25`. */
export function useRowsPerPage(): number {
  const { rows }: Record<string, unknown> = useSearch({ strict: false })
  return LARGER_PAGES.find((count) => String(count) === rows) ?? DONATIONS_PER_PAGE
}
