/** What the form of a photo, a video or an event holds. `id` is set while one is edited. */
export interface MediaDraft {
  id?: string | undefined
  title: string
  description: string
  files: File[]
}

export const EMPTY_DRAFT: MediaDraft = { title: '', description: '', files: [] }

/** Whether anything would be lost if the draft were let go of. */
export function isChangedDraft(draft: MediaDraft, initial: MediaDraft): boolean {
  return draft.title !== initial.title || draft.description !== initial.description || draft.files.length > 0
}
