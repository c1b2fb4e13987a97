import type { MessageDescriptor } from '@lingui/core'
import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useReload } from './use-send-draft.ts'

interface Removal<Item> {
  /** Under which the list is cached. */
  listKey: DataTag<QueryKey, Item[], Error>
  /** The part of all cached answers that is old once something is gone; that of the list, if not given. */
  staleKey?: QueryKey
  /** The call that deletes by id. */
  remove: (id: string) => Promise<unknown>
  /** The toast of a failure, for what says it by a toast and not by a dialog. */
  errorMessage?: MessageDescriptor
}

/** Deletes one item of a list. The page says how it went. */
export function useRemoval<Item extends { id: string }>(removal: Removal<Item>) {
  const { listKey, staleKey = listKey, remove, errorMessage } = removal
  const queryClient = useQueryClient()
  const reload = useReload(staleKey)
  return useMutation({
    mutationFn: remove,
    onSuccess: (_answer, id) => {
      // The card goes at once; the list that is fetched anew confirms it.
      queryClient.setQueryData<Item[]>(listKey, (items) => items?.filter((item) => item.id !== id))
    },
    onSettled: reload,
    ...(errorMessage && { meta: { errorMessage } }),
  })
}
