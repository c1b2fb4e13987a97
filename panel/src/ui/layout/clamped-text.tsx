import { type MouseEvent, useState } from 'react'
import styles from './clamped-text.module.css'
import { useIsTruncated } from './use-is-truncated.ts'

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
