import { useLingui } from '@lingui/react/macro'
import { useDraftStore } from '../../session/drafts/use-draft-store.ts'
import { isDeleted, useFailureText } from '../../ui/form/failure-text.ts'
import { type ConflictField, useConflict } from '../../ui/form/use-conflict.ts'
import { useForm } from '../../ui/form/use-form.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { type EntryDraft, isChangedDraft } from './list-entry.ts'
import { readEntryDraft, useSaveEntry } from './list-queries.ts'

export interface EntryFormProps extends PageFormProps<EntryDraft> {
  /** Called with the `_id` of a new entry, before `onSaved`. */
  onAdded?: ((id: string) => void) | undefined
}

/** The state of the form of a purpose or an institution. Names are sent as entered; the server validates them. */
export function useEntryForm(props: EntryFormProps, details: ConflictField<EntryDraft>[] = []) {
  const { initial, onSaved, onSavingChange, onAdded } = props
  const { list } = initial
  const { t } = useLingui()
  const failureText = useFailureText()
  const save = useSaveEntry(list)
  const conflict = useConflict<EntryDraft>({
    initial,
    fields: [
      { name: 'nameEn', label: t`Name in English`, keys: ['nameEn'], show: ({ nameEn }) => nameEn },
      { name: 'nameHi', label: t`Name in Hindi`, keys: ['nameHi'], show: ({ nameHi }) => nameHi },
      ...details,
    ],
    unedited: ['version'],
    readCurrent: (record) => readEntryDraft(list, record),
  })
  const form = useForm<EntryDraft>({
    initial,
    isDirty: (draft) => isChangedDraft(draft, conflict.base),
    base: conflict.base,
    validate: conflict.errors,
    send: async (draft) => {
      try {
        const id = await save(draft)
        if (draft.id === undefined) onAdded?.(id)
      } catch (error) {
        const merged = conflict.merge(error, draft)
        if (merged) form.setDraft(merged)
        throw error
      }
    },
    onSaved,
    onSavingChange,
    store: useDraftStore(list === 'purposes' ? 'purpose' : 'institution', initial.id ?? 'new'),
  })

  function errorText(failure: Error): string | undefined {
    if (conflict.view?.explains(failure)) return undefined
    if (isDeleted(failure, form.draft))
      return `${failureText(failure)} ${t`Someone deleted it meanwhile. What you typed is still here.`}`
    return failureText(failure)
  }

  return { form, conflict: conflict.view, errorMessage: form.generalError && errorText(form.generalError) }
}
