interface Entry {
  start: () => void
}

const queue: Entry[] = []

/**
 * Starts previews one after another. Calls `start` once all earlier entries are released. The
 * returned function releases the entry; it may be called before `start`, and more than once.
 */
export function enqueuePreview(start: () => void): () => void {
  const entry = { start }
  queue.push(entry)
  if (queue.length === 1) start()
  return () => {
    const index = queue.indexOf(entry)
    if (index < 0) return
    queue.splice(index, 1)
    if (index === 0) queue[0]?.start()
  }
}
