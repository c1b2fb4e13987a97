import { type RefCallback, useCallback, useState } from 'react'

/**
 * Measures whether a clamped text is truncated. Give the element the text as its key, so that
 * another text is measured again. The result is kept while `isOpen`.
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
