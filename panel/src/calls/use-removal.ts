import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useReload } from './use-send-draft.ts'

interface Removal<Item> {
  /** Under which the list is cached. */
  listKey: DataTag<QueryKey, Item[], Error>
  /** The part of all cached answers that is old once something is gone; that of the list, if not given. */
  staleKey?: QueryKey
  /** The call that deletes by id. */
  remove: (id: string) => Promise<unknown>
}

/** Deletes one item of a list. The page says how it went, in a dialog; there is no toast. */
export function useRemoval<Item extends { id: string }>({ listKey, staleKey = listKey, remove }: Removal<Item>) {
  const queryClient = useQueryClient()
  const reload = useReload(staleKey)
  return useMutation({
    mutationFn: remove,
    onSuccess: (_answer, id) => {
      // The card goes at once; the list that is fetched anew confirms it.
      queryClient.setQueryData<Item[]>(listKey, (items) => items?.filter((item) => item.id !== id))
    },
    onSettled: reload,
  })
}
