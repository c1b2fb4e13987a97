import { useSyncExternalStore } from 'react'

/** Progress of a long list: its bytes, then its prepared rows. */
export interface LoadingProgress {
  bytes: number
  rows: number
}

const NOTHING: LoadingProgress = { bytes: 0, rows: 0 }
let progress = NOTHING
const listeners = new Set<() => void>()

/** Updates the progress of the current list; without an argument, resets it. */
export function setLoadingProgress(change: Partial<LoadingProgress> = NOTHING): void {
  progress = { ...progress, ...change }
  for (const listener of listeners) listener()
}

export function useLoadingProgress(): LoadingProgress {
  return useSyncExternalStore(subscribe, () => progress)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
