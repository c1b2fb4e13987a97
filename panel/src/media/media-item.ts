/** What a photo, a video and an event have in common on their page. A backend may leave out any field; what is missing is empty. */
export interface MediaItem {
  /** The backend's, or one of our own where it gave none. */
  id: string
  /** Without an id of the backend's an item can be seen, and neither changed nor deleted. */
  hasId: boolean
  title: string
  description: string
  /** UTC ISO 8601, or whatever the backend gave. */
  createdAt: unknown
}

/** The id of an item's card in the page, for focus to come back to. */
export function mediaCardId(itemId: string): string {
  return `card-${itemId}`
}
