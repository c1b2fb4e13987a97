import type { MouseEvent as ReactMouseEvent } from 'react'

const DOUBLE_CLICK_MS = 500

/**
 * Ignores the second click of a double click. Call it when the clicked element is removed: the
 * second click would hit the element below, such as a donor's `tel:` link.
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

/** Target of the last click anywhere, and target of the click before. */
let lastTarget: EventTarget | null = null
let targetBefore: EventTarget | null = null
window.addEventListener(
  'click',
  ({ target }) => {
    targetBefore = lastTarget
    lastTarget = target
  },
  { capture: true },
)

/**
 * Whether a click is the second of a double click. Disabling a pending button is not enough: a
 * quick action may end before the second click. Taps count only on the same element: the browser
 * also reports quick taps on two neighbours, such as a menu entry and the button below, as double.
 */
export function isDoubleClick({ detail, currentTarget, nativeEvent }: ReactMouseEvent): boolean {
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
  const isSameElement = targetBefore instanceof Node && currentTarget.contains(targetBefore)
  return detail > 1 && (isSameElement || !isTouch)
}
