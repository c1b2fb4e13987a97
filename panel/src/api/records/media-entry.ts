import { readText } from '../answer.ts'

/** What photos, videos and events have in common, of whatever a backend may answer; fields that are no text are empty. */
export function readMediaEntry(entry: Record<string, unknown>, index: number) {
  const id = readText(entry._id)
  return {
    id: id || `without-id-${index}`,
    hasId: id !== '',
    title: readText(entry.title),
    description: readText(entry.description),
    createdAt: entry.createdAt,
  }
}
