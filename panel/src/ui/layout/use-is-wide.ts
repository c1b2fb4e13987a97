import { useSyncExternalStore } from 'react'

/** Wide enough for a second column beside a form. */
const WIDE = '(min-width: 75rem)'

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
