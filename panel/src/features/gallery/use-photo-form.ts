import type { GalleryName } from '@sevadesk/contract/section.ts'
import { useEffect, useRef, useState } from 'react'
import type { UploadState } from '../../ui/upload-progress.tsx'
import { useAddPhotos, useUpdatePhoto } from './gallery-queries.ts'
import type { PhotoDraft } from './photo.ts'

interface PhotoForm {
  draft: PhotoDraft
  change: (part: Partial<PhotoDraft>) => void
  state: UploadState
  /** The server's own sentence on why it didn't save; empty when no answer came; `undefined` when nothing failed. */
  refusal: string | undefined
  /** The files that stand to be sent again. */
  failedFiles: readonly File[]
  save: () => void
  cancel: () => void
}

/** What is typed and chosen, and its way to the server. All of it outlives any failure. */
export function usePhotoForm(gallery: GalleryName, initial: PhotoDraft, onSaved: () => void): PhotoForm {
  const [draft, setDraft] = useState(initial)
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const [refusal, setRefusal] = useState<string>()
  const [failedFiles, setFailedFiles] = useState<readonly File[]>([])
  const sending = useRef<AbortController>(null)
  const add = useAddPhotos(gallery)
  const update = useUpdatePhoto(gallery)

  useWarningBeforeLeaving(state.kind === 'sending')

  async function save() {
    if (sending.current) return // a second click, or Enter beside a click, never sends twice
    const controller = new AbortController()
    sending.current = controller
    setRefusal(undefined)
    setFailedFiles([])
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
      else fail(error instanceof Error ? error.message : '')
    } finally {
      sending.current = null
    }
  }

  function fail(sentence: string) {
    const failed = filesMeant(draft.files, sentence)
    setRefusal(sentence)
    setFailedFiles(failed)
    setState({ kind: 'failed', fileNames: failed.map((file) => file.name) })
  }

  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    state,
    refusal,
    failedFiles,
    save: () => void save(),
    cancel: () => sending.current?.abort(),
  }
}

/** A sentence that names files means those; any other means all, since a batch is saved whole or not at all. */
function filesMeant(files: readonly File[], sentence: string): readonly File[] {
  const named = files.filter((file) => sentence.includes(file.name))
  return named.length > 0 ? named : files
}

/** The browser asks before a tab with a running upload is closed. */
function useWarningBeforeLeaving(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])
}
