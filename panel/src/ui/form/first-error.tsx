import { type RefObject, useEffect, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'

const INVALID_CONTROL = '[data-invalid] :is(input:not([type="file"]), textarea, select, button):not(:disabled)'

interface AnnouncedError {
  text: string
  field: HTMLElement
  /** A new key per announcement, so that the same sentence is announced again. */
  key: number
}

/**
 * Moves focus to the first invalid field whenever `rejection` is a new object. If the field already
 * has focus, screen readers would stay silent. Its error is then returned for an `Announcement`,
 * until the error is fixed.
 */
export function useFocusFirstError(
  form: RefObject<HTMLElement | null>,
  rejection: object | undefined,
): AnnouncedError | undefined {
  const [announced, setAnnounced] = useState<AnnouncedError>()

  useEffect(() => {
    const field = rejection && form.current?.querySelector<HTMLElement>(INVALID_CONTROL)
    const hasFocus = field && field === document.activeElement
    setAnnounced((before) => (hasFocus ? { text: errorOf(field), field, key: (before?.key ?? 0) + 1 } : undefined))
    if (hasFocus) field.scrollIntoView({ block: 'nearest' })
    else field?.focus()
  }, [form, rejection])

  // Whether the error is fixed is known only after the form has rendered again.
  useEffect(() => {
    setAnnounced((before) => (before && errorOf(before.field) === before.text ? before : undefined))
  })

  return announced
}

/** Announces an error to screen readers. Belongs in a `role="alert"` that is always rendered. */
export function Announcement({ error }: { error: AnnouncedError | undefined }) {
  return error && <VisuallyHidden key={error.key}>{error.text}</VisuallyHidden>
}

function errorOf(field: HTMLElement): string {
  const described = field.closest('fieldset[data-invalid]') ?? field
  const ids = described.getAttribute('aria-describedby')?.split(' ') ?? []
  const error = ids.find((id) => id.endsWith('-error'))
  return (error && document.getElementById(error)?.textContent) || ''
}
