import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AppRouter } from './router.tsx'

/**
 * Moves focus to the heading after a navigation, unless a field has taken it. Waits until the new
 * page has rendered.
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

/** Moves focus to the first screen's heading: the login form with the focus is gone. */
export function focusHeadingAfterLogin(router: AppRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    focusHeading()
  })
}

function focusHeading(): void {
  if (document.activeElement?.matches('main input')) return
  const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main')
  heading?.focus({ preventScroll: true })
}
