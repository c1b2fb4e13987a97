import { useCallback, useEffect, useRef, useState } from 'react'
import { lightboxButtonId, type MediaItem } from './media-item.ts'

/** Which of `items` the lightbox shows. After it closes, the shown photo's card has focus. */
export function useLightbox(items: readonly MediaItem[]) {
  const [shownId, setShownId] = useState<string>()
  const last = useRef<string>(undefined)
  const index = shownId === undefined ? -1 : items.findIndex(({ id }) => id === shownId)

  useEffect(() => {
    if (shownId === undefined && last.current !== undefined) {
      document.getElementById(lightboxButtonId(last.current))?.focus()
    }
    last.current = shownId
  }, [shownId])

  return {
    /** -1 while the lightbox is closed. */
    index,
    open: useCallback(({ id }: MediaItem) => setShownId(id), []),
    move: (to: number) => setShownId(items[to]?.id),
    close: () => setShownId(undefined),
  }
}
