import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * After a step to another page, focus goes to its heading, so that keyboard and screen reader start where the eye does. The address
 * changes well before the page is drawn, so this waits for the page. A field that took focus by itself keeps it.
 */
export function useHeadingFocus(): void {
  const router = useRouter()

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading()
      }),
    [router],
  )
}

function focusHeading(): void {
  if (document.activeElement?.matches('main input')) return
  const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main')
  heading?.focus({ preventScroll: true })
}
