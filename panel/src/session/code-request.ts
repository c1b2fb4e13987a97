import { useSyncExternalStore } from 'react'

/** Resolves the request that waits for the user; undefined if none does. */
let answer: ((isGiven: boolean) => void) | undefined
const listeners = new Set<() => void>()

/**
 * Asks the user for a code of the second step, in a dialog over the page. Resolves to true once the
 * server has accepted one, to false if the user cancelled.
 */
export function requestCode(): Promise<boolean> {
  answerCodeRequest(false)
  return new Promise((resolve) => {
    answer = resolve
    notify()
  })
}

export function answerCodeRequest(isGiven: boolean): void {
  answer?.(isGiven)
  answer = undefined
  notify()
}

export function useIsCodeRequested(): boolean {
  return useSyncExternalStore(subscribe, () => answer !== undefined)
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
