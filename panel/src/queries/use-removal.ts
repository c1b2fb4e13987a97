import type { MessageDescriptor } from '@lingui/core'
import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useReload } from './use-send-draft.ts'

interface Removal<Item> {
  listKey: DataTag<QueryKey, Item[], Error>
  /** Query key prefix that a deletion invalidates. Default: `listKey`. */
  staleKey?: QueryKey
  remove: (id: string) => Promise<unknown>
  /** The toast on failure; left out if a dialog reports the failure. */
  errorMessage?: MessageDescriptor
}

/** Deletes one item of a list. The page shows the result. */
export function useRemoval<Item extends { id: string }>(removal: Removal<Item>) {
  const { listKey, staleKey = listKey, remove, errorMessage } = removal
  const queryClient = useQueryClient()
  const reload = useReload(staleKey)
  return useMutation({
    mutationFn: remove,
    onSuccess: (_answer, id) => {
      // Removes the item at once; the refetched list confirms it.
      queryClient.setQueryData<Item[]>(listKey, (items) => items?.filter((item) => item.id !== id))
    },
    onSettled: reload,
    ...(errorMessage && { meta: { errorMessage } }),
  })
}
