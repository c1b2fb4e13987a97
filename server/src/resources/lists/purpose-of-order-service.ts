import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import { hasName } from './list-entry-names.ts'
import { findPurpose, listPurposes, type StoredPurpose } from './list-entry-store.ts'
import { findMappings } from './purpose-mapping-store.ts'

/** Returns the purpose that a donor chose. Throws badRequest() unless it is in use. */
export async function findOfferedPurpose(db: Db, id: string): Promise<StoredPurpose> {
  const purpose = isId(id) ? await findPurpose(db, id) : undefined
  if (purpose && !purpose.isRetired) return purpose
  throw badRequest(NOT_OFFERED, { purposeId: NOT_OFFERED })
}

/**
 * Returns the purpose of a free text. A purpose in use with the text as its name, in either language,
 * comes first; then the purpose that the text was mapped to, even if it is retired.
 */
export async function findPurposeOfText(db: Db, text: string): Promise<StoredPurpose | undefined> {
  const normalised = normaliseText(text)
  if (normalised === '') return undefined
  const named = (await listPurposes(db)).find((purpose) => !purpose.isRetired && hasName(purpose, normalised))
  if (named) return named
  const mapping = (await findMappings(db, [normalised])).get(normalised)
  return mapping && findPurpose(db, mapping.purpose_id)
}

const NOT_OFFERED = localised('This purpose is no longer offered. Please choose another.')
