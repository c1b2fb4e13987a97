import { useMemo } from 'react'
import { useFormRecord } from '../../queries/use-form-record.ts'
import type { FormValues } from '../../ui/form/draft-store.ts'
import type { FormRecord } from '../../ui/form/use-record-form.tsx'
import { withAllFields } from './settings-draft.ts'

/** The record of the form. Fills what the entries of a stored draft lack. */
export function useSettingsRecord(id: string): FormRecord {
  const { store, editors } = useFormRecord('settings', id)
  const filledStore = useMemo(
    () =>
      store && {
        ...store,
        read: (initial: FormValues) =>
          store.read(initial).map((draft) => ({ ...draft, values: withAllFields(draft.values) })),
      },
    [store],
  )
  return { store: filledStore, editors }
}
