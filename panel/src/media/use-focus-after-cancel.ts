import { type RefObject, useEffect, useRef } from 'react'

/**
 * If the focused button that cancels an upload or stops the waiting is removed, focus moves to the
 * button with this ref. `percent` is what was sent.
 */
export function useFocusAfterCancel(isSaving: boolean, percent: number): RefObject<HTMLButtonElement | null> {
  const saveButton = useRef<HTMLButtonElement>(null)
  const isSent = percent >= 100

  useEffect(() => {
    const canCancel = isSaving && !isSent
    if (!canCancel && document.activeElement === document.body) saveButton.current?.focus()
  }, [isSaving, isSent])

  return saveButton
}
