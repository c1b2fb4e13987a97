/** How long the page may be kept from drawing and hearing, in milliseconds. */
const SLICE_MS = 12
/** How many steps lie between two looks at the clock. */
const STEPS = 64

interface SliceOptions {
  signal?: AbortSignal | undefined
  /** Told after each slice how many steps are done. */
  onProgress?: ((done: number) => void) | undefined
}

/**
 * Takes a step with each item, a slice of time at a go, so that the page draws and hears the person in between. Throws the reason of
 * `signal` once it is aborted.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  step: (item: Item, index: number) => void,
  { signal, onProgress }: SliceOptions = {},
): Promise<void> {
  let end = performance.now() + SLICE_MS
  for (const [index, item] of items.entries()) {
    step(item, index)
    if (index % STEPS !== STEPS - 1 || performance.now() < end) continue
    onProgress?.(index + 1)
    await nextTurn()
    signal?.throwIfAborted()
    end = performance.now() + SLICE_MS
  }
}

/** A message comes after what the browser has to do, and, unlike a timer, as soon in a tab that nobody looks at. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
