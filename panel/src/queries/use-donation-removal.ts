import type { Page } from '@sevadesk/contract/base/page.ts'
import { deleteDonation } from '@sevadesk/contract/donations/donation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import { ALL_DONATIONS_KEY } from './all-donations.ts'
import { PAGES_KEY } from './donation-pages.ts'
import { DONATION_STALE_KEYS, DONATIONS_KEY, DONORS_KEY } from './query-keys.ts'
import { withoutRow } from './table-page.ts'
import { useUndo } from './use-restore.ts'
import { useReload } from './use-send-draft.ts'

/** `remove` deletes one donation, of which the page shows the result in a dialog; `undo` restores it. */
export function useDonationRemoval() {
  const queryClient = useQueryClient()
  const reload = useReload(...DONATION_STALE_KEYS)

  /** Cancels a request for the whole list, whose response could bring the deleted row back. */
  async function callOffReading(): Promise<boolean> {
    const isReading = queryClient.isFetching({ queryKey: ALL_DONATIONS_KEY }) > 0
    if (isReading) await queryClient.cancelQueries({ queryKey: ALL_DONATIONS_KEY })
    return isReading
  }

  const { mutateAsync: remove } = useMutation({
    mutationFn: ({ _id }: DonationEntry) => call(deleteDonation, { params: { id: _id } }),
    onMutate: callOffReading,
    // Removes the row at once. Totals and pages are refetched; the slow whole list only if its
    // request was cancelled.
    onSuccess: async (_answer, { id }, wasReading) => {
      const isWholeOld = (await callOffReading()) || wasReading
      queryClient.setQueryData<DonationEntry[]>(ALL_DONATIONS_KEY, (all) => all?.filter((row) => row.id !== id))
      queryClient.setQueriesData<Page<DonationEntry>>({ queryKey: PAGES_KEY }, (page) => page && withoutRow(page, id))
      const [, whole] = ALL_DONATIONS_KEY
      void queryClient.invalidateQueries({
        queryKey: DONATIONS_KEY,
        predicate: ({ queryKey }) => isWholeOld || queryKey[1] !== whole,
      })
      void queryClient.invalidateQueries({ queryKey: DONORS_KEY })
    },
    // An interrupted deletion may have succeeded.
    onError: reload,
  })
  return { remove, undo: useUndo('donation', ...DONATION_STALE_KEYS) }
}
