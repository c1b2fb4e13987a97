/** The form values of a photo, video or event. `id` is set only for an existing item. */
export interface MediaDraft {
  id?: string | undefined
  title: string
  description: string
  files: File[]
  /** Sends photos as they are, instead of smaller ones. */
  sendOriginal?: boolean | undefined
}

export const EMPTY_DRAFT: MediaDraft = { title: '', description: '', files: [] }

export function isChangedDraft(draft: MediaDraft, initial: MediaDraft): boolean {
  return draft.title !== initial.title || draft.description !== initial.description || draft.files.length > 0
}
