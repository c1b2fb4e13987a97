import type { MessageDescriptor } from '@lingui/core'
import type { Page } from '@sevadesk/contract/base/page.ts'
import type { TrashKind } from '@sevadesk/contract/records/trash.ts'
import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { withoutRow } from './table-page.ts'
import { useUndo } from './use-restore.ts'
import { useReload } from './use-send-draft.ts'

interface Removal<Item> {
  listKey: DataTag<QueryKey, Item[], Error>
  /** Query key prefix of the list's pages, if the backend pages it. */
  pagesKey?: QueryKey
  /** Query key prefix that a deletion invalidates. Default: `listKey`. */
  staleKey?: QueryKey
  remove: (id: string) => Promise<unknown>
  /** The toast on failure; left out if a dialog reports the failure. */
  errorMessage?: MessageDescriptor
}

/**
 * `remove` deletes one item of a list, of which the page shows the result; `undo` takes it out of the
 * trash again.
 */
export function useRemoval<Item extends { id: string }>(kind: TrashKind, removal: Removal<Item>) {
  const { listKey, pagesKey, staleKey = listKey, remove, errorMessage } = removal
  const queryClient = useQueryClient()
  const { mutateAsync, isError } = useMutation({
    mutationFn: remove,
    onSuccess: (_answer, id) => {
      // Removes the item at once; the refetched list confirms it.
      queryClient.setQueryData<Item[]>(listKey, (items) => items?.filter((item) => item.id !== id))
      if (!pagesKey) return
      queryClient.setQueriesData<Page<Item>>({ queryKey: pagesKey }, (page) => page && withoutRow(page, id))
    },
    onSettled: useReload(staleKey),
    ...(errorMessage && { meta: { errorMessage } }),
  })
  return { remove: mutateAsync, isError, undo: useUndo(kind, staleKey) }
}
