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

export const EMPTY_DRAFT: MediaDraft = { title: '', description: '', files: [] }

const TEXTS = ['title', 'description', 'startsAt', 'endsAt', 'venue'] as const

export function hasSameTexts(a: MediaDraft, b: MediaDraft): boolean {
  return TEXTS.every((field) => (a[field] ?? '') === (b[field] ?? ''))
}

export function isChangedDraft(draft: MediaDraft, initial: MediaDraft): boolean {
  return !hasSameTexts(draft, initial) || draft.files.length > 0
}
