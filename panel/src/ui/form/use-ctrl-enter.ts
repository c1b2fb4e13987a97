import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Without `save`, Enter submits the form as browsers do. */
export function useCtrlEnter(form: RefObject<HTMLFormElement | null>, save: (() => void) | undefined): void {
  const isOn = save !== undefined
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return
    const isSaving = event.ctrlKey || event.metaKey
    if (isSaving || event.target instanceof HTMLInputElement) event.preventDefault()
    if (!isSaving || event.repeat) return
    if (!chooseHighlighted(event.target)) save?.()
  })

  // React Aria keeps some keys from React's own handlers.
  useEffect(() => {
    const element = form.current
    if (!isOn || !element) return
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    element.addEventListener('keydown', listener)
    return () => element.removeEventListener('keydown', listener)
  }, [isOn, form])
}

/** Chooses the highlighted option of a list, as Enter alone does: a save would be without it. */
function chooseHighlighted(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.hasAttribute('aria-activedescendant')) return false
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  return true
}
