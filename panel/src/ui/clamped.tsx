import { useState } from 'react'
import styles from './clamped.module.css'
import { useIsCut } from './use-is-cut.ts'

/** At most two lines of a text, however long it is. Where some of it is cut, pressing it shows the whole. */
export function Clamped({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const [ref, isCut] = useIsCut(isOpen)
  const words = (
    <span ref={ref} className={styles.text} data-open={isOpen || undefined}>
      {text}
    </span>
  )
  if (!isCut) return words
  return (
    <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {words}
    </button>
  )
}
