import { type Fields, readIds, readText, readVersion } from './fields.ts'

/** The fields that photos, videos and events share. */
export function readMediaEntry(fields: Fields, index: number) {
  const { id, _id } = readIds(fields, index)
  return {
    id,
    hasId: _id !== '',
    title: readText(fields.title),
    description: readText(fields.description),
    createdAt: fields.createdAt,
    version: readVersion(fields.version),
  }
}
