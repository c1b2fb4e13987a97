import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from '../base/create-store.ts'

interface Layer {
  /** `undefined` if the user cannot dismiss the layer. */
  readonly close: (() => void) | undefined
}

/** What is open above the page, in the order of opening. */
const layers = createStore<readonly Layer[]>([])

/**
 * While `isOpen`, Back calls `close` instead of leaving the page. With several open layers Back
 * closes the one opened last. If that has no `close`, Back closes nothing.
 */
export function useCloseOnBack(isOpen: boolean, close: (() => void) | undefined): void {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  // A layout effect, so that a second Back right after the first finds the layer removed.
  useLayoutEffect(() => {
    if (!isOpen) return
    const layer: Layer = {
      get close() {
        return latest.current
      },
    }
    layers.set([...layers.get(), layer])
    return () => layers.set(layers.get().filter((other) => other !== layer))
  }, [isOpen])
}

/** Closes the layer that was opened last. Returns `false` if none can be closed. */
export function closeTopLayer(): boolean {
  const close = layers.get().at(-1)?.close
  if (!close) return false
  flushSync(close)
  return true
}

export function useHasOpenLayer(): boolean {
  return layers.use().length > 0
}
