import { useState } from 'react'
import type { DepositGift } from './deposit.ts'

/** The gifts that are ticked, on all pages of the list. */
export function useTickedGifts() {
  const [ticked, setTicked] = useState<ReadonlyMap<string, DepositGift>>(new Map())
  return {
    gifts: [...ticked.values()],
    has: ({ id }: DepositGift) => ticked.has(id),
    tick: (rows: readonly DepositGift[], isTicked: boolean) =>
      setTicked((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isTicked) after.set(row.id, row)
          else after.delete(row.id)
        }
        return after
      }),
    clear: () => setTicked(new Map()),
  }
}
