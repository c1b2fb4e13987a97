import { setImmediate } from 'node:timers/promises'
import { lockUntilCommit } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { HttpError } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import * as store from './purpose-mapping-store.ts'

/** So small that other requests wait a fifth of a second at most on SQLite (docs/figures.md). */
const PART = 1000

/** Donations that get the purpose of a save, and the texts that it maps. */
export interface MappedMove extends store.Move {
  mapped: readonly { normalised: string; text: string }[]
}

/**
 * Gives the donations their purpose, each part in a transaction. Returns how many of them are not
 * deleted. Throws 409 if another save maps one of the texts to another purpose meanwhile.
 */
export async function moveDonations(db: Db, move: MappedMove): Promise<number> {
  let donations = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    const { count, last } = await db.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, 'lists')
      await assertMapped(transaction, move)
      return store.updatePurposes(transaction, move, { after: from, limit: PART })
    })
    donations += count
    after = last
    await setImmediate()
  }
  return donations
}

async function assertMapped(transaction: Db, { mapped, purposeId }: MappedMove): Promise<void> {
  const normalisedTexts = mapped.map(({ normalised }) => normalised)
  const mappings = await store.findMappings(transaction, normalisedTexts)
  const changed = mapped.find(({ normalised }) => mappings.get(normalised)?.purpose_id !== purposeId)
  if (changed) throw textChanged(changed.text)
}

export function textChanged(text: string): HttpError {
  return new HttpError(
    409,
    'conflict',
    localised('“{text}” was mapped or changed meanwhile. Load the page again, then choose its purpose.', { text }),
  )
}
