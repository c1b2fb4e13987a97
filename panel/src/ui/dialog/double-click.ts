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

let lastClicked: EventTarget | undefined

/**
 * Whether a click is the second of a double click on this element. A quick action may be done, and
 * no longer pending, by then. The browser also counts two quick taps on two elements that are close
 * to each other: such as a menu entry and the button that is below it once the menu is closed.
 */
export function isDoubleClick({ detail, currentTarget }: { detail: number; currentTarget: EventTarget }): boolean {
  const isSecond = detail > 1 && currentTarget === lastClicked
  lastClicked = currentTarget
  return isSecond
}
