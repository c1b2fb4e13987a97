import { useEffect, useRef, useState } from 'react'
import { useUnsavedWork } from '../ui/form/unsaved-work.ts'
import { isChangedDraft, type MediaDraft } from './media-draft.ts'
import { PartlySaved } from './partly-saved.ts'
import { failureAfterChange, failureWith, readFailure, type SendFailure } from './send-failure.ts'
import { watchSending } from './sending-watch.ts'

export interface SendOptions {
  /** To be told how much has left, in whole per cent from 0 to 100; at 100 the server is at work. Called as often as anything moves. */
  onProgress: (percent: number) => void
  /** To be told that all was refused together, and begins again file by file. */
  onOneByOne?: () => void
  /** Aborted when the person cancels, or when the form is gone. */
  signal: AbortSignal
}

/**
 * Brings a draft to the server; resolves once it is saved. Rejects with the reason if it is not, and with `PartlySaved` if some of
 * its files are: those leave the form, the others stay.
 */
export type SendDraft = (draft: MediaDraft, options: SendOptions) => Promise<unknown>

/** How far a sending is: `percent` is whole, 0 to 100; `isQuiet` says that nothing has moved for a while. */
export interface SendingState {
  percent: number
  isOneByOne: boolean
  isQuiet: boolean
}

interface MediaFormOptions {
  initial: MediaDraft
  send: SendDraft
  onSaved: () => void
}

interface MediaForm {
  draft: MediaDraft
  change: (part: Partial<MediaDraft>) => void
  /** `undefined` while nothing is on its way. */
  sending: SendingState | undefined
  /** Why it was not saved, as far as it speaks of what the form holds. */
  failure: SendFailure | undefined
  save: () => void
  cancel: () => void
}

const BEGINNING: SendingState = { percent: 0, isOneByOne: false, isQuiet: false }

/** What is typed and chosen, and its way to the server. All of it outlives any failure. */
export function useMediaForm({ initial, send, onSaved }: MediaFormOptions): MediaForm {
  const [draft, setDraft] = useState(initial)
  const [sending, setSending] = useState<SendingState>()
  const [failure, setFailure] = useState<SendFailure>()
  const controller = useRef<AbortController>(null)
  const isPartlySaved = useRef(false)

  useUnsavedWork(sending !== undefined || isChangedDraft(draft, initial))

  // A form that is gone, on the person's own word, sends nothing any more.
  useEffect(() => () => controller.current?.abort(), [])

  function progress(part: Partial<SendingState>) {
    setSending((before) => before && { ...before, ...part })
  }

  async function save() {
    if (controller.current) return // a second click, or Enter beside a click, never sends twice
    controller.current = new AbortController()
    const { signal } = controller.current
    const watch = watchSending((isQuiet) => progress({ isQuiet }))
    let last = 0
    setFailure(undefined)
    setSending(BEGINNING)
    try {
      await send(draft, {
        onProgress: (percent) => {
          watch.moved()
          // Something moves many times a second; the form is drawn anew only for a whole per cent.
          if (percent !== last) progress({ percent })
          last = percent
        },
        onOneByOne: () => {
          last = 0
          progress({ percent: 0, isOneByOne: true })
        },
        signal,
      })
      onSaved()
    } catch (error) {
      settle(error instanceof Error ? error : new Error(), signal.aborted)
    } finally {
      watch.stop()
      controller.current = null
    }
  }

  function settle(error: Error, isCancelled: boolean) {
    setSending(undefined)
    setFailure(readFailure(error, isCancelled, draft.files))
    if (!(error instanceof PartlySaved) || error.saved.length === 0) return
    // What is saved leaves the form, so that another try never sends it twice.
    isPartlySaved.current = true
    setDraft((before) => ({ ...before, files: before.files.filter((file) => !error.saved.includes(file)) }))
  }

  function change(part: Partial<MediaDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    const { files } = part
    const left = files && failure ? failureWith(failure, draft.files, files) : failure
    setFailure(left && failureAfterChange(left))
    if (!files) return
    // Some were saved, and the rest the person has taken out: there is nothing left to do.
    if (isPartlySaved.current && files.length === 0) onSaved()
  }

  return { draft, change, sending, failure, save: () => void save(), cancel: () => controller.current?.abort() }
}
