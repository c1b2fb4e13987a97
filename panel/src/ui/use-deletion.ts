import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useConfirm } from './confirm.tsx'
import { type MediaItem, mediaCardId } from './media-item.ts'

/** The words of both dialogs, as the specification has them for each kind of item. */
export interface DeletionWords {
  /** "This photo will be permanently deleted." */
  deleteQuestion: string
  /** "Yes, delete it!" */
  deleteConfirm: string
  /** "Your photo has been deleted." */
  deleted: string
  /** "Failed to delete photo." */
  deleteFailed: string
}

interface DeletionOptions<Item> {
  words: DeletionWords
  /** As they stand on screen. */
  items: readonly Item[]
  /** Deletes by id; rejects if that failed. */
  remove: (id: string) => Promise<unknown>
  /** Where focus goes when the last card is gone. */
  focusAddButton: () => void
  onDeleted: (item: Item) => void
}

/** Asks, deletes, says how it went, and sends focus to the card that took the place (specification, sections 8 and 9). */
export function useDeletion<Item extends MediaItem>(options: DeletionOptions<Item>) {
  const { words, items, remove, focusAddButton, onDeleted } = options
  const { t } = useLingui()
  const { confirm, notice } = useConfirm()
  const isBusy = useRef(false)
  const kept = useRef<{ item: Item; items: readonly Item[] }>(undefined)
  const [deletingId, setDeletingId] = useState<string>()

  async function askAndRemove(item: Item) {
    const confirmed = await confirm({
      title: t({ message: 'Are you sure?', context: 'before deleting' }),
      text: words.deleteQuestion,
      confirmLabel: words.deleteConfirm,
      cancelLabel: t`Cancel`,
      tone: 'danger',
    })
    if (!confirmed) return
    setDeletingId(item.id)
    try {
      await remove(item.id)
    } catch {
      setDeletingId(undefined)
      await notice({ title: t`Error!`, text: words.deleteFailed, tone: 'error' })
      // Somebody else may have deleted it; then its card is gone, or goes when the list arrives anew.
      if (isShown(item)) kept.current = { item, items }
      else focusAfter(item, items)
      return
    }
    setDeletingId(undefined)
    onDeleted(item)
    await notice({ title: t`Deleted!`, text: words.deleted, tone: 'success' })
    focusAfter(item, items)
  }

  function focusAfter(item: Item, items: readonly Item[]) {
    const place = items.findIndex(({ id }) => id === item.id)
    const next = items[place + 1] ?? items[place - 1]
    const card = next && document.getElementById(mediaCardId(next.id))
    if (card) card.focus()
    else focusAddButton()
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

function isShown({ id }: MediaItem): boolean {
  return document.getElementById(mediaCardId(id)) !== null
}
