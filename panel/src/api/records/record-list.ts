import { ApiError } from '../api-error.ts'
import { type Fields, isRecord } from './fields.ts'

/**
 * The records of a list response: an array, or an object with an array in `data`. Some backends
 * send `data: null` for an empty list. Throws ApiError for anything else, so that a failure never
 * looks like an empty list.
 */
export function readList(response: unknown): Fields[] {
  const list = isRecord(response) ? response.data : response
  if (list === null && isRecord(response) && response.success === true) return []
  if (!Array.isArray(list)) throw new ApiError({ kind: 'bad-response', status: 200 })
  return list.filter(isRecord)
}

/** Reads each record of a list response. Makes ids unique, since a backend may repeat an id. */
export function readRecords<Entry extends { id: string }>(
  response: unknown,
  read: (fields: Fields, index: number) => Entry,
): Entry[] {
  const ids = new Set<string>()
  return readList(response).map((fields, index) => {
    const entry = read(fields, index)
    const id = ids.has(entry.id) ? `${entry.id}-${index}` : entry.id
    ids.add(id)
    return { ...entry, id }
  })
}
