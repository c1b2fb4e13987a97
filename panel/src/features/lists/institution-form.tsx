import { useLingui } from '@lingui/react/macro'
import { ConflictPart } from '../../ui/form/conflict-part.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { EntryNameFields } from './entry-name-fields.tsx'
import { useEntryEditors } from './list-queries.ts'
import { type EntryFormProps, useEntryForm } from './use-entry-form.ts'

/** Adds or edits an institution. */
export function InstitutionForm(props: EntryFormProps) {
  const { t } = useLingui()
  const { initial, focusRequest } = props
  const { form, conflict, errorMessage } = useEntryForm(props)
  return (
    <FormPanel
      form={form}
      title={initial.id === undefined ? t`Add institution` : t`Edit institution`}
      focusRequest={focusRequest}
      editors={useEntryEditors('institutions', initial.id)}
      errorMessage={errorMessage}
    >
      {conflict && <ConflictPart {...form} conflict={conflict} />}
      <EntryNameFields {...form} />
    </FormPanel>
  )
}
