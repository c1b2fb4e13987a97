let turn = 0

/** From now on somebody else is at work here, or nobody. */
export function endTurn(): void {
  turn++
}

/** Answers whether whoever is at work now still is when it is asked: what comes later is nothing to the next person. */
export function currentTurn(): () => boolean {
  const mine = turn
  return () => turn === mine
}
