/** Escape closes the tooltips of `data-tooltip` until pointer or focus move (WCAG 2.2, 1.4.13). */
export function closeTooltipsOnEscape(): void {
  const root = document.documentElement
  const close = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') root.dataset.tooltips = 'closed'
  }
  const allow = () => {
    delete root.dataset.tooltips
  }
  addEventListener('keydown', close, { capture: true })
  addEventListener('pointerover', allow, { capture: true })
  addEventListener('focusin', allow, { capture: true })
}
