import { useLingui } from '@lingui/react/macro'
import { ConflictPart } from './conflict-part.tsx'
import type { DraftStore } from './draft-store.ts'
import type { Editor } from './editors-hint.tsx'
import { isDeleted, useFailureText } from './failure-text.ts'
import { type ConflictOptions, useConflict } from './use-conflict.ts'
import { type FormOptions, useForm } from './use-form.ts'

/** Where the form of a record keeps its unsaved texts, and who else edits the record. */
export interface FormRecord {
  store: DraftStore | undefined
  editors?: readonly Editor[] | undefined
}

interface RecordFormOptions<Draft> extends Omit<FormOptions<Draft>, 'isDirty' | 'base' | 'send' | 'store'> {
  record: FormRecord
  /** `base` is what the next save begins from: `initial`, or what others saved meanwhile. */
  isDirty: (draft: Draft, base: Draft) => boolean
  /** Sends the draft to the server; rejects if it was not saved. */
  send: (draft: Draft, base: Draft) => Promise<unknown>
  /** Absent for a form that only adds. */
  conflict?: Omit<ConflictOptions<Draft>, 'initial'>
  /** Explains a failed save, if the general sentence does not. */
  explain?: (failure: Error) => string | undefined
}

/**
 * The form of a record, for `FormPanel`: as `useForm`, and merges what others saved meanwhile. Asks
 * before unsaved changes are left, and keeps them in the record's store.
 */
export function useRecordForm<Draft extends { id?: string | undefined; version?: number | undefined }>(
  options: RecordFormOptions<Draft>,
) {
  const { record, isDirty, validate, send, explain, conflict: compared, ...others } = options
  const { t } = useLingui()
  const failureText = useFailureText()
  const conflict = useConflict<Draft>({
    initial: options.initial,
    ...(compared ?? { fields: [], unedited: [], readCurrent: undefined }),
  })
  const form = useForm<Draft>({
    ...others,
    isDirty: (draft) => isDirty(draft, conflict.base),
    base: conflict.base,
    validate: (draft) => ({ ...conflict.errors(), ...validate?.(draft) }),
    send: (draft) =>
      send(draft, conflict.base).catch((error: unknown) => {
        const merged = conflict.merge(error, draft)
        if (merged) form.setDraft(merged)
        throw error
      }),
    store: record.store,
  })

  function errorText(failure: Error): string | undefined {
    if (conflict.view?.explains(failure)) return undefined
    const sentence = explain?.(failure) ?? failureText(failure)
    return isDeleted(failure, form.draft)
      ? `${sentence} ${t`Someone deleted it meanwhile. What you typed is still here.`}`
      : sentence
  }

  return {
    ...form,
    base: conflict.base,
    /** Set once others saved a change while the form was open. */
    conflict: conflict.view,
    conflictPart: conflict.view && <ConflictPart {...form} conflict={conflict.view} />,
    editors: record.editors,
    errorMessage: form.generalError && errorText(form.generalError),
  }
}
