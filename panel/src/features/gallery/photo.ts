import type { SortOrder } from '../../ui/sort-select.tsx'

/** A photo as the page shows it. A backend may leave out any field; what is missing is empty. */
export interface Photo {
  /** The backend's, or one of our own where it gave none. */
  id: string
  /** Without an id of the backend's a photo can be seen, and neither changed nor deleted. */
  hasId: boolean
  title: string
  description: string
  /** Where to load the picture from; `undefined` if the stored path is no address to follow. */
  src: string | undefined
  /** UTC ISO 8601, or whatever the backend gave. */
  createdAt: unknown
}

/** What the form holds. `id` is set while a photo is edited. */
export interface PhotoDraft {
  id?: string | undefined
  title: string
  description: string
  files: File[]
}

/** By `createdAt`, ties by id (specification, section 9); a photo without a readable date counts as the oldest. */
export function sortPhotos(photos: readonly Photo[], order: SortOrder): Photo[] {
  const direction = order === 'oldest' ? 1 : -1
  return photos
    .map((photo) => ({ photo, time: timeOf(photo.createdAt) }))
    .sort((a, b) => direction * (a.time - b.time || compareText(a.photo.id, b.photo.id)))
    .map(({ photo }) => photo)
}

function timeOf(createdAt: unknown): number {
  const time =
    typeof createdAt === 'string' || typeof createdAt === 'number' ? new Date(createdAt).getTime() : Number.NaN
  return Number.isNaN(time) ? 0 : time
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
