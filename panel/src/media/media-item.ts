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
