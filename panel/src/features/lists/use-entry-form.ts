import { useLingui } from '@lingui/react/macro'
import type { Purpose } from '@sevadesk/contract/settings/list-entry-schemas.ts'
import { useFormRecord } from '../../queries/use-form-record.ts'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { draftOf, type EntryDraft, entriesOf, isChangedDraft } from './list-entry.ts'
import { useSaveEntry } from './list-queries.ts'

export interface EntryFormProps extends PageFormProps<EntryDraft> {
  /** Called with the `_id` of a new entry, before `onSaved`. */
  onAdded?: ((id: string) => void) | undefined
}

/** The state of the form of a purpose or an institution. Names are sent as entered; the server validates them. */
export function useEntryForm(props: EntryFormProps, details: ConflictField<EntryDraft>[] = []) {
  const { initial, onSaved, onSavingChange, onAdded } = props
  const { list } = initial
  const { t } = useLingui()
  const save = useSaveEntry(list)
  return useRecordForm<EntryDraft>({
    record: useFormRecord(list === 'purposes' ? 'purpose' : 'institution', initial.id),
    initial,
    isDirty: isChangedDraft,
    send: async (draft) => {
      const id = await save(draft)
      if (draft.id === undefined) onAdded?.(id)
    },
    onSaved,
    onSavingChange,
    conflict: {
      fields: [
        { name: 'nameEn', label: t`Name in English`, keys: ['nameEn'], show: ({ nameEn }) => nameEn },
        { name: 'nameHi', label: t`Name in Hindi`, keys: ['nameHi'], show: ({ nameHi }) => nameHi },
        ...details,
      ],
      unedited: ['version'],
      readCurrent: (record) => entriesOf(list, [record as Purpose]).map(draftOf)[0],
    },
  })
}
