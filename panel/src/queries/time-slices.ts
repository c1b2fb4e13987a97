const SLICE_MS = 12
/** Steps between two checks of the clock. */
const STEPS = 64

interface SliceOptions {
  signal?: AbortSignal | undefined
  /** Receives the number of completed steps. */
  onProgress?: ((done: number) => void) | undefined
}

/**
 * Runs a step for each item in time slices, so that the page stays responsive. Throws the reason
 * of `signal` when aborted.
 */
export async function runInTimeSlices<Item>(
  items: readonly Item[],
  step: (item: Item, index: number) => void,
  { signal, onProgress }: SliceOptions = {},
): Promise<void> {
  let end = performance.now() + SLICE_MS
  for (const [index, item] of items.entries()) {
    step(item, index)
    if (index % STEPS !== STEPS - 1 || performance.now() < end) continue
    onProgress?.(index + 1)
    await yieldToEventLoop()
    signal?.throwIfAborted()
    end = performance.now() + SLICE_MS
  }
}

/** Yields to the browser. Unlike a timer, a message is not throttled in a background tab. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
