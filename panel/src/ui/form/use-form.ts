import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftStore } from './draft-store.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useStoredDraft } from './use-stored-draft.ts'

type FieldErrors = Readonly<Partial<Record<string, string>>>

/** What the fields of a form need of it. */
export interface FormParts<Draft> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  fieldErrors: Readonly<Partial<Record<string, string | undefined>>>
  isSaving: boolean
}

export interface FormOptions<Draft> {
  initial: Draft
  isDirty: (draft: Draft) => boolean
  /** What the next save begins from, if it is no longer `initial`. */
  base?: Draft | undefined
  /** Errors by field name. A draft with errors is not sent. */
  validate?: (draft: Draft) => FieldErrors
  /** Sends the draft to the server; rejects if it was not saved. */
  send: (draft: Draft) => Promise<unknown>
  onSaved: (draft: Draft) => void
  /** Called when saving starts and ends. The page must not remove the form in between. */
  onSavingChange?: ((isSaving: boolean) => void) | undefined
  /** Whether the form shows the sentence of this field there. Default: the draft has the field. */
  showsField?: (field: string, draft: Draft) => boolean
  /** The form's name for a field that the server names. Default: the list or group that holds it. */
  fieldOf?: (serverField: string, draft: Draft) => string
  /** The value of a field by the form's name. Default: that of the draft. */
  readField?: (draft: Draft, field: string) => unknown
  /** Keeps the draft when the page closes before it is saved. */
  store?: DraftStore | undefined
}

/** A save that failed, or that `validate` prevented. */
interface Rejection<Draft> {
  draft: Draft
  fields: FieldErrors
  error?: Error | undefined
}

/** Holds, validates and saves a form's draft. The draft survives every failed save. */
export function useForm<Draft extends object>(options: FormOptions<Draft>) {
  const { initial, isDirty, base = initial, validate, send, onSaved, onSavingChange, store } = options
  const { showsField = (field, draft) => field in draft, fieldOf = firstPart, readField = Reflect.get } = options
  const [draft, setDraft] = useState(initial)
  const [isSaving, setSaving] = useState(false)
  const [rejection, setRejection] = useState<Rejection<Draft>>()
  const isBusy = useRef(false)
  const isMounted = useRef(true)

  useUnsavedChanges(isSaving || isDirty(draft))
  const storedDraft = useStoredDraft({
    store,
    initial,
    base,
    draft,
    isDirty,
    restore: (values) => setDraft((before) => ({ ...before, ...values })),
  })

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  useEffect(() => {
    onSavingChange?.(isSaving)
    return () => onSavingChange?.(false)
  }, [isSaving, onSavingChange])

  function change(part: Partial<Draft>) {
    // While saving, text fields are read-only, but checkboxes cannot be.
    if (!isBusy.current) setDraft((before) => ({ ...before, ...part }))
  }

  /** Replaces the error of the last save, or removes it. */
  function setError(error: Error | undefined) {
    setRejection(error && { draft, fields: {}, ...rejection, error })
  }

  async function save(filled: Readonly<Record<string, string>>) {
    if (isBusy.current) return
    // The same object without them: `send` may compare it with the last one.
    const sent: Draft = Object.keys(filled).length > 0 ? { ...draft, ...filled } : draft
    setDraft(sent)
    const invalid = validate?.(sent) ?? {}
    if (Object.keys(invalid).length > 0) return setRejection({ draft: sent, fields: invalid })
    isBusy.current = true
    setRejection(undefined)
    setSaving(true)
    const error = await send(sent).then(() => undefined, toError)
    isBusy.current = false
    if (!error) storedDraft.remove()
    if (!isMounted.current) return
    if (error) {
      setSaving(false)
      setRejection({ draft: sent, fields: fieldErrorsOf(error, (field) => fieldOf(field, sent)), error })
    } else {
      // Ends saving first, so that a page opened by `onSaved` does not ask about unsaved changes.
      flushSync(() => setSaving(false))
      complete(sent)
    }
  }

  /** Ends a form of which nothing is left to save. */
  function complete(saved: Draft) {
    storedDraft.remove()
    onSaved(saved)
  }

  /** A server error counts until its field changes, an error of `validate` until it is fixed. */
  function isCurrent([field, sentence]: [string, string | undefined]): boolean {
    if (!rejection?.error) return validate?.(draft)[field] === sentence
    return readField(draft, field) === readField(rejection.draft, field)
  }

  function areAllErrorsAtFields(): boolean {
    const fields = Object.keys(rejection?.fields ?? {})
    return fields.length > 0 && fields.every((field) => rejection && showsField(field, rejection.draft))
  }

  const fieldErrors: FieldErrors = Object.fromEntries(Object.entries(rejection?.fields ?? {}).filter(isCurrent))

  return {
    draft,
    change,
    setDraft,
    isSaving,
    /** A new object for each failed save. */
    rejection,
    error: rejection?.error,
    /** The error, unless its sentences stand at fields of the draft. */
    generalError: areAllErrorsAtFields() ? undefined : rejection?.error,
    setError,
    fieldErrors,
    storedDraft,
    complete,
    /** `filled` are values of fields that the browser keeps. */
    save: (filled: Readonly<Record<string, string>> = {}) => void save(filled),
  }
}

/** The props of the field that shows and changes the value of this name in the draft. */
export function fieldProps<Draft, Name extends keyof Draft & string>(form: FormParts<Draft>, name: Name) {
  return {
    name,
    value: form.draft[name],
    onChange(value: Draft[Name]) {
      const part: Partial<Draft> = {}
      part[name] = value
      form.change(part)
    },
    errorMessage: form.fieldErrors[name],
    readOnly: form.isSaving,
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error()
}

/** The `fields` of an API error, by the form's names. */
function fieldErrorsOf(error: Error, fieldOf: (serverField: string) => string): FieldErrors {
  const fields: unknown = Reflect.get(error, 'fields')
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, sentence]) => typeof sentence === 'string' && sentence !== '')
      .map(([field, sentence]) => [fieldOf(field), sentence]),
  )
}

/** The error of a list item (`sections.0`) counts for the list. */
function firstPart(field: string): string {
  return field.split(/[./[]/).find(Boolean) ?? field
}
