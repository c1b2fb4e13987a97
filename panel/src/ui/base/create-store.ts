import { useSyncExternalStore } from 'react'

/** Keeps a value outside of React. Components that call `use` render again when `set` replaces it. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const get = () => value
  return {
    get,
    set(next: Value): void {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
