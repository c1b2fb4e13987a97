import { useLingui } from '@lingui/react/macro'
import type { GalleryName } from '@sevadesk/contract/section.ts'
import { useRef, useState } from 'react'
import { useConfirm } from '../../ui/confirm.tsx'
import { useDeletePhoto } from './gallery-queries.ts'
import type { Photo } from './photo.ts'
import { photoCardId } from './photo-card.tsx'

interface DeletionOptions {
  gallery: GalleryName
  /** As they stand on screen. */
  photos: readonly Photo[]
  focusAddButton: () => void
  onDeleted: (photo: Photo) => void
}

/** Asks, deletes, says how it went, and sends focus to the card that took the place (specification, sections 8 and 9). */
export function useDeletion({ gallery, photos, focusAddButton, onDeleted }: DeletionOptions) {
  const { t } = useLingui()
  const { confirm, notice } = useConfirm()
  const deletion = useDeletePhoto(gallery)
  const isBusy = useRef(false)
  const [deletingId, setDeletingId] = useState<string>()

  async function remove(photo: Photo) {
    const confirmed = await confirm({
      title: t`Are you sure?`,
      text: t`This photo will be permanently deleted.`,
      confirmLabel: t`Yes, delete it!`,
      cancelLabel: t`Cancel`,
      tone: 'danger',
    })
    if (!confirmed) return
    setDeletingId(photo.id)
    try {
      await deletion.mutateAsync(photo.id)
    } catch {
      setDeletingId(undefined)
      await notice({ title: t`Error!`, text: t`Failed to delete photo.`, tone: 'error' })
      return
    }
    setDeletingId(undefined)
    onDeleted(photo)
    await notice({ title: t`Deleted!`, text: t`Your photo has been deleted.`, tone: 'success' })
    focusAfter(photo)
  }

  function focusAfter(photo: Photo) {
    const place = photos.findIndex(({ id }) => id === photo.id)
    const next = photos[place + 1] ?? photos[place - 1]
    const card = next && document.getElementById(photoCardId(next.id))
    if (card) card.focus()
    else focusAddButton()
  }

  async function askAndDelete(photo: Photo) {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await remove(photo)
    } finally {
      isBusy.current = false
    }
  }

  return { deletingId, askAndDelete: (photo: Photo) => void askAndDelete(photo) }
}
