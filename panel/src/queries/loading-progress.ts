import { createStore } from '../ui/base/create-store.ts'

/** Progress of a long list: its bytes, then its prepared rows. */
export interface LoadingProgress {
  bytes: number
  rows: number
}

const NOTHING: LoadingProgress = { bytes: 0, rows: 0 }
const progress = createStore(NOTHING)

/** Updates the progress of the current list; without an argument, resets it. */
export function setLoadingProgress(change: Partial<LoadingProgress> = NOTHING): void {
  progress.set({ ...progress.get(), ...change })
}

export function useLoadingProgress(): LoadingProgress {
  return progress.use()
}
