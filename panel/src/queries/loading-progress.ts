import { useSyncExternalStore } from 'react'

/** How far a long list has come: first its bytes, then its rows being made ready. */
export interface LoadingProgress {
  bytes: number
  rows: number
}

const NOTHING: LoadingProgress = { bytes: 0, rows: 0 }
let progress = NOTHING
const listeners = new Set<() => void>()

/** Tells how far the one list that takes its time has come; nothing starts anew. */
export function tellProgress(change: Partial<LoadingProgress> = NOTHING): void {
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
