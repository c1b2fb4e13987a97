import type { DepositGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { useCallback, useState } from 'react'

/** The gifts that are ticked, on all pages of the list. */
export function useTickedGifts() {
  const [ticked, setTicked] = useState<ReadonlyMap<string, DepositGift>>(new Map())

  /** Takes the gifts as they are now; those that are not ticked stay so. */
  const update = useCallback((rows: readonly DepositGift[]) => {
    setTicked((before) => {
      const changed = rows.filter((row) => before.has(row._id) && before.get(row._id) !== row)
      return changed.length === 0 ? before : new Map([...before, ...changed.map((row) => [row._id, row] as const)])
    })
  }, [])

  return {
    gifts: [...ticked.values()],
    has: ({ _id }: DepositGift) => ticked.has(_id),
    tick: (rows: readonly DepositGift[], isTicked: boolean) =>
      setTicked((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isTicked) after.set(row._id, row)
          else after.delete(row._id)
        }
        return after
      }),
    update,
    /** Unticks all but these, and takes them as they are now. */
    keep: (rows: readonly DepositGift[]) => setTicked(new Map(rows.map((row) => [row._id, row]))),
    clear: () => setTicked(new Map()),
  }
}
