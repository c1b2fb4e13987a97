const turns = new Map<string, Promise<unknown>>()

/** Runs `step` when every earlier step for the same stored path has ended: what is placed and what is removed never overlap. */
export async function inTurn<Result>(path: string, step: () => Promise<Result>): Promise<Result> {
  const before = turns.get(path)
  const turn = (async () => {
    // An earlier step's failure is its own caller's.
    await before?.catch(() => undefined)
    return step()
  })()
  turns.set(path, turn)
  try {
    return await turn
  } finally {
    if (turns.get(path) === turn) turns.delete(path)
  }
}
