const DOUBLE_CLICK_MS = 500

/**
 * Ignores the second click of a double click. Call it when the clicked element is removed: the
 * second click would hit the element below, such as a link that calls a donor.
 */
export function ignoreDoubleClick(): void {
  function drop(event: MouseEvent) {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', drop, { capture: true })
  setTimeout(() => window.removeEventListener('click', drop, { capture: true }), DOUBLE_CLICK_MS)
}

/**
 * Whether a click is the second of a double click. A quick action may be done, and no longer
 * pending, by then.
 */
export function isDoubleClick({ detail }: { detail: number }): boolean {
  return detail > 1
}
