import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { offerUndo } from '../feedback/undo-bar.tsx'
import { pageHeading } from '../layout/page-header.tsx'
import { useConfirm } from './confirm.tsx'

/** The specification's texts for each kind of item. */
export interface DeletionLabels {
  /** "Yes, delete it!" */
  deleteConfirm: string
  /** "Your photo has been deleted." */
  deleted: string
  /** "Failed to delete photo."; left out if a toast reports the failure. */
  deleteFailed?: string | ((error: unknown) => string)
}

/** Offered if the backend keeps deleted records for some time. */
export interface DeletionUndo {
  /** "It can be restored for 30 days." */
  hint: string
  /** Resolves when the lists show the item again. Reports success and failure. */
  restore: (itemId: string) => Promise<unknown>
}

interface DeletionOptions<Item> {
  labels: DeletionLabels
  /** Says why the item cannot be deleted yet, instead of the question. */
  obstacle?: (item: Item) => Promise<void> | undefined
  /** "This photo will be permanently deleted." */
  question: (item: Item) => string
  /** Shows below the question which item is meant. */
  detail?: ((item: Item) => ReactNode) | undefined
  /** In the order on screen. */
  items: readonly Item[]
  /** Rejects if the item was not deleted. */
  remove: (item: Item) => Promise<unknown>
  /** The DOM id of an item's card or row. */
  elementId: (itemId: string) => string
  /** Moves focus if no neighbouring card or row is left. */
  focusFallback: () => void
  onDeleted?: ((item: Item) => void) | undefined
  undo?: DeletionUndo | undefined
}

/**
 * Confirms, deletes, reports the result, and moves focus to the next card or row (specification,
 * sections 8 and 9).
 */
export function useDeletion<Item extends { id: string }>(options: DeletionOptions<Item>) {
  const { labels, question, detail, items, remove, elementId, focusFallback, onDeleted, undo } = options
  const { t } = useLingui()
  const { confirm, notice } = useConfirm()
  const isBusy = useRef(false)
  const failed = useRef<{ item: Item; items: readonly Item[] }>(undefined)
  const [deletingId, setDeletingId] = useState<string>()

  async function confirmAndRemove(item: Item) {
    const obstacle = options.obstacle?.(item)
    if (obstacle) return obstacle
    const isConfirmed = await confirm({
      title: t({ message: 'Are you sure?', context: 'before deleting' }),
      text: question(item),
      detail: detail?.(item),
      hint: undo?.hint,
      confirmLabel: labels.deleteConfirm,
      cancelLabel: t`Cancel`,
      tone: 'danger',
    })
    if (!isConfirmed) return
    setDeletingId(item.id)
    try {
      await remove(item)
    } catch (error) {
      setDeletingId(undefined)
      const { deleteFailed } = labels
      const text = typeof deleteFailed === 'function' ? deleteFailed(error) : deleteFailed
      if (text) await notice({ title: t`Error!`, text, tone: 'error' })
      // Another user may have deleted the item: its card or row goes now or after the list reloads.
      if (isRendered(item)) failed.current = { item, items }
      else focusAfter(item, items)
      return
    }
    setDeletingId(undefined)
    onDeleted?.(item)
    await notice({ title: t`Deleted!`, text: labels.deleted, tone: 'success' })
    focusAfter(item, items)
    if (undo) offerUndo({ text: labels.deleted, undo: () => restore(item, undo) })
  }

  async function restore({ id }: Item, { restore: restoreItem }: DeletionUndo) {
    await restoreItem(id)
    const element = document.getElementById(elementId(id)) ?? pageHeading()
    element?.focus()
  }

  function focusAfter(item: Item, items: readonly Item[]) {
    const index = items.findIndex(({ id }) => id === item.id)
    const next = items[index + 1] ?? items[index - 1]
    const element = next && document.getElementById(elementId(next.id))
    if (element) element.focus()
    else focusFallback()
  }

  function isRendered({ id }: Item): boolean {
    return document.getElementById(elementId(id)) !== null
  }

  useEffect(() => {
    if (!failed.current || isRendered(failed.current.item)) return
    if (document.activeElement === document.body) focusAfter(failed.current.item, failed.current.items)
    failed.current = undefined
  })

  async function requestDeletion(item: Item) {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await confirmAndRemove(item)
    } finally {
      isBusy.current = false
    }
  }

  return { deletingId, requestDeletion: (item: Item) => void requestDeletion(item) }
}
