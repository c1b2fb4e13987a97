import { useEffect, useRef, useState } from 'react'
import { isChangedDraft, type MediaDraft } from './media-draft.ts'
import { namedFiles } from './named-files.ts'
import { PartlySaved } from './partly-saved.ts'
import { useUnsavedWork } from './unsaved-work.ts'
import type { UploadState } from './upload-progress.tsx'

export interface SendOptions {
  /** To be told how much has left, in whole per cent from 0 to 100. */
  onProgress: (percent: number) => void
  /** Aborted when the person cancels, or when the form is gone. */
  signal: AbortSignal
}

/**
 * Brings a draft to the server; resolves once it is saved. Rejects with the reason if it is not, and with `PartlySaved` if some of
 * its files are: those leave the form, the others stay.
 */
export type SendDraft = (draft: MediaDraft, options: SendOptions) => Promise<unknown>

interface MediaFormOptions {
  initial: MediaDraft
  send: SendDraft
  onSaved: () => void
}

interface MediaForm {
  draft: MediaDraft
  change: (part: Partial<MediaDraft>) => void
  state: UploadState
  /** Why it was not saved; `undefined` when nothing failed, or when it was called off before anything was saved. */
  failure: Error | undefined
  /** Of the chosen files, those that the server objected to by name. */
  refusedFiles: readonly File[]
  save: () => void
  cancel: () => void
}

/** What is typed and chosen, and its way to the server. All of it outlives any failure. */
export function useMediaForm({ initial, send, onSaved }: MediaFormOptions): MediaForm {
  const [draft, setDraft] = useState(initial)
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const [failure, setFailure] = useState<Error>()
  const [refusedFiles, setRefusedFiles] = useState<readonly File[]>([])
  const sending = useRef<AbortController>(null)

  useUnsavedWork(state.kind === 'sending' || isChangedDraft(draft, initial))

  // A form that is gone, on the person's own word, sends nothing any more.
  useEffect(() => () => sending.current?.abort(), [])

  async function save() {
    if (sending.current) return // a second click, or Enter beside a click, never sends twice
    const controller = new AbortController()
    sending.current = controller
    setFailure(undefined)
    setRefusedFiles([])
    setState({ kind: 'sending', percent: 0 })
    try {
      await send(draft, {
        onProgress: (percent) => setState({ kind: 'sending', percent }),
        signal: controller.signal,
      })
      onSaved()
    } catch (error) {
      settle(error instanceof Error ? error : new Error(), controller.signal.aborted)
    } finally {
      sending.current = null
    }
  }

  function settle(error: Error, isCancelled: boolean) {
    const refused = isCancelled ? [] : namedFiles(error.message, draft.files)
    if (error instanceof PartlySaved) keepUnsaved(error)
    if (error instanceof PartlySaved || !isCancelled) setFailure(error)
    setRefusedFiles(refused)
    setState(isCancelled ? { kind: 'cancelled' } : { kind: 'failed', refused: refused.map((file) => file.name) })
  }

  /** What is saved leaves the form, so that another try never sends it twice. */
  function keepUnsaved({ saved }: PartlySaved) {
    setDraft((before) => ({ ...before, files: before.files.filter((file) => !saved.includes(file)) }))
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
