interface Turn {
  begin: () => void
}

const line: Turn[] = []

/**
 * Calls `begin` once all who came before are done; at once if there is nobody. The answer says that this one is done; it may also be
 * called before it began, and more than once.
 */
export function takeTurn(begin: () => void): () => void {
  const turn = { begin }
  line.push(turn)
  if (line.length === 1) begin()
  return () => {
    const place = line.indexOf(turn)
    if (place < 0) return
    line.splice(place, 1)
    if (place === 0) line[0]?.begin()
  }
}
