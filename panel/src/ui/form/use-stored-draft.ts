import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftStore, FormValues, StoredDraft } from './draft-store.ts'

/** While the user types, the draft is written once in this time. */
const WRITE_DELAY_MS = 500

interface StoredDraftOptions<Draft> {
  store: DraftStore | undefined
  initial: Draft
  /** The record as the server has it: `initial`, or what others saved meanwhile. */
  base: Draft
  draft: Draft
  isDirty: (draft: Draft) => boolean
  restore: (values: StoredDraft['values']) => void
}

/**
 * Writes the draft to its store while the user types, and offers the drafts that earlier pages left
 * there, one after the other. They stay stored until the user decides. Never changes the form
 * without the user.
 */
export function useStoredDraft<Draft extends object>(options: StoredDraftOptions<Draft>) {
  const { store, initial, base, draft, isDirty } = options
  const [offers, setOffers] = useState(readOffers)
  const [lostFiles, setLostFiles] = useState(0)
  const latest = useRef(draft)
  const unwritten = useRef<() => void>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [offer] = offers

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    unwritten.current?.()
    unwritten.current = undefined
  }, [])

  useEffect(() => {
    if (!store || draft === latest.current) return
    latest.current = draft
    unwritten.current = () => store.write(valuesOf(draft), valuesOf(base))
    timer.current ??= setTimeout(flush, WRITE_DELAY_MS)
  })

  useEffect(() => {
    // A phone may close a hidden tab without `pagehide`.
    document.addEventListener('visibilitychange', flush)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  function readOffers(): StoredDraft[] {
    const stored = store?.read(valuesOf(initial)) ?? []
    return stored.filter(({ values }) => isDirty({ ...initial, ...values }))
  }

  /** Removes the draft on offer, and offers the next. */
  function decide() {
    flush()
    store?.remove(offer?.id)
    setOffers(readOffers())
  }

  return {
    offer,
    /** How many files the restored draft had. */
    lostFiles,
    /** What was typed meanwhile is offered in its turn. */
    restore() {
      if (!store || !offer) return
      flush()
      store.setAside()
      decide()
      options.restore(offer.values)
      setLostFiles(offer.files || lostFiles)
    },
    discard: decide,
    /** Removes the draft of a form that was saved. Those about which the user has not decided stay. */
    remove() {
      clearTimeout(timer.current)
      unwritten.current = undefined
      store?.remove()
    },
  }
}

export type StoredDraftState = ReturnType<typeof useStoredDraft>

function valuesOf(draft: object): FormValues {
  return Object.fromEntries(Object.entries(draft))
}
