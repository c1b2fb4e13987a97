import { type MouseEvent, type RefCallback, useCallback, useState } from 'react'
import styles from './clamped-text.module.css'

/**
 * At most two lines of a text, or `--clamped-lines`. If it is truncated, a press shows all of it.
 */
export function ClampedText({ text }: { text: string }) {
  return <ClampedButton key={text} text={text} />
}

function ClampedButton({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [ref, isTruncated] = useIsTruncated(isOpen)
  const content = (
    <span ref={ref} className={styles.text} data-open={isOpen || undefined}>
      {text}
    </span>
  )
  // A focused button stays, even if the text fits now.
  if (!isTruncated && !hasFocus) return content
  return (
    <button
      type="button"
      className={styles.opener}
      aria-expanded={isOpen}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={(event) => !isSelecting(event) && setOpen(!isOpen)}
    >
      {content}
    </button>
  )
}

/** Whether the click ended a text selection. */
function isSelecting({ currentTarget }: MouseEvent): boolean {
  const selection = getSelection()
  return selection?.type === 'Range' && currentTarget.contains(selection.anchorNode)
}

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
