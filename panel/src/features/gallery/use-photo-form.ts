import type { GalleryName } from '@sevadesk/contract/section.ts'
import { useEffect, useRef, useState } from 'react'
import { namedFiles } from '../../ui/named-files.ts'
import { useUnsavedWork } from '../../ui/unsaved-work.ts'
import type { UploadState } from '../../ui/upload-progress.tsx'
import { useAddPhotos, useUpdatePhoto } from './gallery-queries.ts'
import type { PhotoDraft } from './photo.ts'

interface PhotoForm {
  draft: PhotoDraft
  change: (part: Partial<PhotoDraft>) => void
  state: UploadState
  /** Why it was not saved; `undefined` when nothing failed. */
  failure: Error | undefined
  /** Of the chosen files, those that the server objected to by name. */
  refusedFiles: readonly File[]
  save: () => void
  cancel: () => void
}

/** What is typed and chosen, and its way to the server. All of it outlives any failure. */
export function usePhotoForm(gallery: GalleryName, initial: PhotoDraft, onSaved: () => void): PhotoForm {
  const [draft, setDraft] = useState(initial)
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const [failure, setFailure] = useState<Error>()
  const [refusedFiles, setRefusedFiles] = useState<readonly File[]>([])
  const sending = useRef<AbortController>(null)
  const add = useAddPhotos(gallery)
  const update = useUpdatePhoto(gallery)

  useUnsavedWork(state.kind === 'sending' || isChanged(draft, initial))

  // A form that is gone, on the person's own word, sends nothing any more.
  useEffect(() => () => sending.current?.abort(), [])

  async function save() {
    if (sending.current) return // a second click, or Enter beside a click, never sends twice
    const controller = new AbortController()
    sending.current = controller
    setFailure(undefined)
    setRefusedFiles([])
    setState({ kind: 'sending', percent: 0 })
    const mutation = draft.id === undefined ? add : update
    try {
      await mutation.mutateAsync({
        draft,
        onProgress: (percent) => setState({ kind: 'sending', percent }),
        signal: controller.signal,
      })
      onSaved()
    } catch (error) {
      if (controller.signal.aborted) setState({ kind: 'cancelled' })
      else fail(error instanceof Error ? error : new Error())
    } finally {
      sending.current = null
    }
  }

  function fail(error: Error) {
    const refused = namedFiles(error.message, draft.files)
    setFailure(error)
    setRefusedFiles(refused)
    setState({ kind: 'failed', refused: refused.map((file) => file.name) })
  }

  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    state,
    failure,
    refusedFiles,
    save: () => void save(),
    cancel: () => sending.current?.abort(),
  }
}

function isChanged(draft: PhotoDraft, initial: PhotoDraft): boolean {
  return draft.title !== initial.title || draft.description !== initial.description || draft.files.length > 0
}
