export const EMPTY_DRAFT: MediaDraft = { title: '', description: '', files: [] }
const TEXTS = ['title', 'description', 'startsAt', 'endsAt', 'venue'] as const

/** The common fields of photos, videos and events. Fields that a backend left out are empty. */
export interface MediaItem {
  /** Generated if the backend sent none. */
  id: string
  /** Without an id from the backend, an item can be neither edited nor deleted. */
  hasId: boolean
  title: string
  description: string
  /** UTC ISO 8601, or anything else from a backend. */
  createdAt: unknown
  /** Counts the changes, if the backend does. */
  version?: number | undefined
  /** The address of the picture or video; `undefined` without one that is safe. */
  src?: string | undefined
}

/** The DOM id of the button on a photo's card that opens the lightbox. */
export function lightboxButtonId(itemId: string): string {
  return `enlarge-${itemId}`
}

/** The DOM id of an item's card. */
export function mediaCardId(itemId: string): string {
  return `card-${itemId}`
}

/** The form values of a photo, video or event. `id` is set only for an existing item. */
export interface MediaDraft {
  id?: string | undefined
  title: string
  description: string
  files: File[]
  /** Details of events only, under the names that the server uses for errors. */
  startsAt?: string | undefined
  endsAt?: string | undefined
  venue?: string | undefined
  /** Sends photos as they are, instead of smaller ones. */
  sendOriginal?: boolean | undefined
  /** The version of an existing item that the changes begin from. */
  version?: number | undefined
  /** The address of an existing item's picture or video. */
  stored?: string | undefined
}

export function hasSameTexts(a: MediaDraft, b: MediaDraft): boolean {
  return TEXTS.every((field) => (a[field] ?? '') === (b[field] ?? ''))
}

export function isChangedDraft(draft: MediaDraft, initial: MediaDraft): boolean {
  return !hasSameTexts(draft, initial) || draft.files.length > 0
}
