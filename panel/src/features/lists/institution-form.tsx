import { useLingui } from '@lingui/react/macro'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { EntryNameFields } from './entry-name-fields.tsx'
import { type EntryFormProps, useEntryForm } from './use-entry-form.ts'

/** Adds or edits an institution. */
export function InstitutionForm(props: EntryFormProps) {
  const { t } = useLingui()
  const { initial, focusRequest } = props
  const form = useEntryForm(props)
  return (
    <FormPanel
      form={form}
      title={initial.id === undefined ? t`Add institution` : t`Edit institution`}
      focusRequest={focusRequest}
      errorMessage={form.errorMessage}
    >
      <EntryNameFields {...form} />
    </FormPanel>
  )
}
