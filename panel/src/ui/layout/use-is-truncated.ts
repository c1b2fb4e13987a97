import { type RefCallback, useCallback, useState } from 'react'

/** Whether a clamped text is cut, by a ref for it; its element has the text as its key, so that another text is measured too. While `isOpen` says that it is shown whole, the answer stays. */
export function useIsTruncated(isOpen: boolean): [RefCallback<HTMLElement>, boolean] {
  const [isTruncated, setCut] = useState(false)
  const watch = useCallback(
    (text: HTMLElement | null) => {
      if (!text || isOpen) return
      const observer = new ResizeObserver(() => {
        // What is far from the window may have no size yet; it is told of again when it comes near.
        if (text.clientHeight > 0) setCut(text.scrollHeight > text.clientHeight + 1)
      })
      observer.observe(text)
      return () => observer.disconnect()
    },
    [isOpen],
  )
  return [watch, isTruncated]
}
