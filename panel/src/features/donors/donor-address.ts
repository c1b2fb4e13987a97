import { useNavigate } from '@tanstack/react-router'
import { useAddressValues } from '../../address/use-address-values.ts'

/**
 * What the page shows, in the address: `?open=ID` a donor, `?open=ID&merge=OTHER` a merge (`choose`
 * to look for the other donor), `?view=duplicates` the likely duplicates.
 */
export function useDonorAddress() {
  const [{ open, merge, view, gifts, receipts }, change] = useAddressValues([
    'open',
    'merge',
    'view',
    'gifts',
    'receipts',
  ])
  const navigate = useNavigate()
  return {
    open,
    merge: open === undefined ? undefined : merge,
    isDuplicates: open === undefined && view === 'duplicates',
    giftsPage: pageOf(gifts),
    receiptsPage: pageOf(receipts),
    setGiftsPage: (page: number) => change({ gifts: page > 1 ? String(page) : undefined }, true),
    setReceiptsPage: (page: number) => change({ receipts: page > 1 ? String(page) : undefined }, true),
    show: (location: DonorLocation) =>
      void navigate({ to: '.', search: (others: object) => ({ ...others, ...searchOf(location) }) }),
    /** After a merge, Back must not lead to it again. */
    replace: (location: DonorLocation) =>
      void navigate({ to: '.', search: (others: object) => ({ ...others, ...searchOf(location) }), replace: true }),
  }
}

function pageOf(text = ''): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

export interface DonorLocation {
  open?: string
  merge?: string
  view?: 'duplicates'
}

/** The search parameters of a location; search and page of the list stay. */
export function searchOf({ open, merge, view }: DonorLocation) {
  return { open, merge, view, gifts: undefined, receipts: undefined }
}
