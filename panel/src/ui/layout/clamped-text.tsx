import { type MouseEvent, useState } from 'react'
import styles from './clamped-text.module.css'
import { useIsTruncated } from './use-is-truncated.ts'

/** At most two lines of a text, however long it is. Where some of it is cut, pressing it shows the whole. */
export function ClampedText({ text }: { text: string }) {
  return <Opener key={text} text={text} />
}

function Opener({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [ref, isTruncated] = useIsTruncated(isOpen)
  const words = (
    <span ref={ref} className={styles.text} data-open={isOpen || undefined}>
      {text}
    </span>
  )
  // One that has focus stays, even where the text has room by now.
  if (!isTruncated && !hasFocus) return words
  return (
    <button
      type="button"
      className={styles.opener}
      aria-expanded={isOpen}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={(event) => !isMarking(event) && setOpen(!isOpen)}
    >
      {words}
    </button>
  )
}

/** Whether the press was the end of marking some of the words, to copy them. */
function isMarking({ currentTarget }: MouseEvent): boolean {
  const selection = getSelection()
  return selection?.type === 'Range' && currentTarget.contains(selection.anchorNode)
}
