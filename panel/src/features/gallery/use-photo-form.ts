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
  /** Of the chosen files, those that the server objected to by name. */
  refusedFiles: readonly File[]
  save: () => void
  cancel: () => void
}

/** What is typed and chosen, and its way to the server. All of it outlives any failure. */
export function usePhotoForm(gallery: GalleryName, initial: PhotoDraft, onSaved: () => void): PhotoForm {
  const [draft, setDraft] = useState(initial)
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const [refusal, setRefusal] = useState<string>()
  const [refusedFiles, setRefusedFiles] = useState<readonly File[]>([])
  const sending = useRef<AbortController>(null)
  const add = useAddPhotos(gallery)
  const update = useUpdatePhoto(gallery)

  useWarningBeforeLeaving(state.kind === 'sending')

  async function save() {
    if (sending.current) return // a second click, or Enter beside a click, never sends twice
    const controller = new AbortController()
    sending.current = controller
    setRefusal(undefined)
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
      else fail(error instanceof Error ? error.message : '')
    } finally {
      sending.current = null
    }
  }

  function fail(sentence: string) {
    const refused = draft.files.filter((file) => sentence.includes(file.name))
    setRefusal(sentence)
    setRefusedFiles(refused)
    setState({ kind: 'failed', refused: refused.map((file) => file.name) })
  }

  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    state,
    refusal,
    refusedFiles,
    save: () => void save(),
    cancel: () => sending.current?.abort(),
  }
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
