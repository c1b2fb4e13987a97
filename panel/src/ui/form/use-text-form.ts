import { useEffect, useRef, useState } from 'react'
import { useUnsavedWork } from './unsaved-work.ts'

interface TextFormOptions<Draft> {
  initial: Draft
  isChanged: (draft: Draft) => boolean
  /** Brings the draft to the server; rejects if it was not saved. */
  send: (draft: Draft) => Promise<unknown>
  /** Told what was saved. */
  onSaved: (draft: Draft) => void
  /** Told while it is on its way: the page must not take the form away then. */
  onSavingChange: (isSaving: boolean) => void
}

interface TextForm<Draft> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  isSaving: boolean
  /** Why it was not saved. */
  error: Error | undefined
  /** What the server says of single fields, by their names, as long as they stand as they were sent. */
  fieldErrors: Readonly<Record<string, string>>
  save: () => void
}

/** What is typed into a form without files, and its way to the server. All of it outlives any failure. */
export function useTextForm<Draft extends object>(options: TextFormOptions<Draft>): TextForm<Draft> {
  const { initial, isChanged, send, onSaved, onSavingChange } = options
  const [draft, setDraft] = useState(initial)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error>()
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const isBusy = useRef(false)

  useUnsavedWork(isSaving || isChanged(draft))

  useEffect(() => {
    onSavingChange(isSaving)
    return () => onSavingChange(false)
  }, [isSaving, onSavingChange])

  function change(part: Partial<Draft>) {
    if (isBusy.current) return // a box that is ticked, for one, can't be made read-only
    setDraft((before) => ({ ...before, ...part }))
    setFieldErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }

  async function save() {
    if (isBusy.current) return // a second click, or Enter beside a click, never sends twice
    isBusy.current = true
    setSaving(true)
    setError(undefined)
    setFieldErrors({})
    try {
      await send(draft)
      onSaved(draft)
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error())
      setFieldErrors(fieldsOf(reason))
    } finally {
      setSaving(false)
      isBusy.current = false
    }
  }

  return { draft, change, isSaving, error, fieldErrors, save: () => void save() }
}

/** The sentences of a call's own error, by field; one within a list, such as `sections.0`, is of the list. */
function fieldsOf(error: unknown): Record<string, string> {
  const fields: unknown = error instanceof Error && Reflect.get(error, 'fields')
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, sentence]) => typeof sentence === 'string' && sentence !== '')
      .map(([field, sentence]) => [field.split(/[./[]/).find(Boolean) ?? field, sentence]),
  )
}
