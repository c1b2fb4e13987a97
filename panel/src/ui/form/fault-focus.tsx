import { type RefObject, useEffect, useState } from 'react'
import styles from './fault-focus.module.css'

/** Of a field that something is wrong with: what takes focus, in a box or a group that says so. */
const FAULTY = '[data-invalid] :is(input, textarea, select):not(:disabled)'

interface HeardSentence {
  text: string
  field: HTMLElement
  /** How often something was told one after the other: the same sentence is told anew for another fault. */
  times: number
}

/**
 * Leads to the first field that something is wrong with, each time that `fault` is another one; the browser brings it into sight. Where
 * focus stands there already nobody would hear of it: the field's sentence is answered then, for a `Heard`, as long as the field says it.
 */
export function useFaultFocus(
  form: RefObject<HTMLElement | null>,
  fault: object | undefined,
): HeardSentence | undefined {
  const [heard, setHeard] = useState<HeardSentence>()

  useEffect(() => {
    const field = fault && form.current?.querySelector<HTMLElement>(FAULTY)
    const isThere = field && field === document.activeElement
    setHeard((before) => (isThere ? { text: sentenceOf(field), field, times: (before?.times ?? 0) + 1 } : undefined))
    if (!isThere) field?.focus()
    else field.scrollIntoView({ block: 'nearest' })
  }, [form, fault])

  // Whoever mends a fault draws the form anew.
  useEffect(() => {
    setHeard((before) => (before && sentenceOf(before.field) === before.text ? before : undefined))
  })

  return heard
}

/** Tells a sentence to those who listen; belongs into a `role="alert"` that stays. */
export function Heard({ sentence }: { sentence: HeardSentence | undefined }) {
  if (!sentence) return null
  return (
    <span key={sentence.times} className={styles.heard}>
      {sentence.text}
    </span>
  )
}

function sentenceOf(field: HTMLElement): string {
  const described = field.closest('fieldset[data-invalid]') ?? field
  const ids = described.getAttribute('aria-describedby')?.split(' ') ?? []
  const error = ids.find((id) => id.endsWith('-error'))
  return (error && document.getElementById(error)?.textContent) || ''
}
