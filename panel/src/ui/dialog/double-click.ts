/** Within so many milliseconds a second press still makes a double click, as systems have it. */
const DOUBLE_CLICK_MS = 500

/**
 * To be called when what was pressed is gone: the second click of a double click then does nothing. It would fall on what is below, such
 * as a link that calls a donor.
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
 * Whether a click is the second of a double click. What is carried out within such a moment, such as a small file, would be carried out
 * twice: being busy does not stand in the way of a click that comes when all is done.
 */
export function isDoubleClick({ detail }: { detail: number }): boolean {
  return detail > 1
}
