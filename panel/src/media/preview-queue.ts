interface Entry {
  start: () => void
}

/** In ms. A preview that takes longer, such as of a file in a slow cloud folder, no longer waits. */
export const PREVIEW_TIMEOUT_MS = 2000

const queue: Entry[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Starts previews one after another. Calls `start` once each earlier entry is released, or after it
 * took `PREVIEW_TIMEOUT_MS`. The returned function releases the entry; it may be called before
 * `start`, and more than once.
 */
export function enqueuePreview(start: () => void): () => void {
  const entry = { start }
  queue.push(entry)
  if (queue.length === 1) startFirst()
  return () => release(entry)
}

function release(entry: Entry): void {
  const index = queue.indexOf(entry)
  if (index < 0) return
  queue.splice(index, 1)
  if (index === 0) startFirst()
}

function startFirst(): void {
  clearTimeout(timer)
  const [first] = queue
  if (!first) return
  timer = setTimeout(() => release(first), PREVIEW_TIMEOUT_MS)
  first.start()
}
