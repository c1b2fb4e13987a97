import { type RefCallback, useCallback, useState } from 'react'

/**
 * Measures whether a clamped text is truncated. Use the text as the element's `key`, so that a
 * changed text is measured again. While `isOpen`, the result stays the same.
 */
export function useIsTruncated(isOpen: boolean): [RefCallback<HTMLElement>, boolean] {
  const [isTruncated, setCut] = useState(false)
  const watch = useCallback(
    (text: HTMLElement | null) => {
      if (!text || isOpen) return
      const observer = new ResizeObserver(() => {
        // An element far from the viewport may have no size yet (`content-visibility`).
        if (text.clientHeight > 0) setCut(text.scrollHeight > text.clientHeight + 1)
      })
      observer.observe(text)
      return () => observer.disconnect()
    },
    [isOpen],
  )
  return [watch, isTruncated]
}
