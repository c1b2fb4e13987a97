import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useConfirm } from './confirm.tsx'

/** The labels of both dialogs, as the specification has them for each kind of item. */
export interface DeletionLabels {
  /** "Yes, delete it!" */
  deleteConfirm: string
  /** "Your photo has been deleted." */
  deleted: string
  /** "Failed to delete photo."; none where a failure is told by a toast and not by a dialog. */
  deleteFailed?: string
}

interface DeletionOptions<Item> {
  labels: DeletionLabels
  /** "This photo will be permanently deleted." */
  question: (item: Item) => string
  /** As they stand on screen. */
  items: readonly Item[]
  /** Rejects if that failed. */
  remove: (item: Item) => Promise<unknown>
  /** The id, in the page, of the card or row of an item. */
  elementId: (itemId: string) => string
  /** Where focus goes when the last card or row is gone. */
  focusFallback: () => void
  onDeleted?: ((item: Item) => void) | undefined
}

/** Asks, deletes, says how it went, and sends focus to the card or row that took the place (specification, sections 8 and 9). */
export function useDeletion<Item extends { id: string }>(options: DeletionOptions<Item>) {
  const { labels, question, items, remove, elementId, focusFallback, onDeleted } = options
  const { t } = useLingui()
  const { confirm, notice } = useConfirm()
  const isBusy = useRef(false)
  const kept = useRef<{ item: Item; items: readonly Item[] }>(undefined)
  const [deletingId, setDeletingId] = useState<string>()

  async function askAndRemove(item: Item) {
    const confirmed = await confirm({
      title: t({ message: 'Are you sure?', context: 'before deleting' }),
      text: question(item),
      confirmLabel: labels.deleteConfirm,
      cancelLabel: t`Cancel`,
      tone: 'danger',
    })
    if (!confirmed) return
    setDeletingId(item.id)
    try {
      await remove(item)
    } catch {
      setDeletingId(undefined)
      if (labels.deleteFailed) await notice({ title: t`Error!`, text: labels.deleteFailed, tone: 'error' })
      // Somebody else may have deleted it; then its place is gone, or goes when the list arrives anew.
      if (isShown(item)) kept.current = { item, items }
      else focusAfter(item, items)
      return
    }
    setDeletingId(undefined)
    onDeleted?.(item)
    await notice({ title: t`Deleted!`, text: labels.deleted, tone: 'success' })
    focusAfter(item, items)
  }

  function focusAfter(item: Item, items: readonly Item[]) {
    const place = items.findIndex(({ id }) => id === item.id)
    const next = items[place + 1] ?? items[place - 1]
    const neighbour = next && document.getElementById(elementId(next.id))
    if (neighbour) neighbour.focus()
    else focusFallback()
  }

  function isShown({ id }: Item): boolean {
    return document.getElementById(elementId(id)) !== null
  }

  useEffect(() => {
    if (!kept.current || isShown(kept.current.item)) return
    if (document.activeElement === document.body) focusAfter(kept.current.item, kept.current.items)
    kept.current = undefined
  })

  async function askAndDelete(item: Item) {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await askAndRemove(item)
    } finally {
      isBusy.current = false
    }
  }

  return { deletingId, askAndDelete: (item: Item) => void askAndDelete(item) }
}
