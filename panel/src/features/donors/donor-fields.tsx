import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import { type DonorChoice, useDonorFieldName, useDonorWords } from '../../records/donor-words.ts'
import { TextField, type TextFieldProps } from '../../ui/base/text-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { type FormParts, fieldProps } from '../../ui/form/use-form.ts'
import type { DonorDraft } from './donor.ts'

/** What the parts of the form share. */
export type DonorFieldsProps = FormParts<DonorDraft>

type NativeProps = Pick<
  TextFieldProps,
  'description' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'disabled'
>

interface DonorTextFieldProps extends DonorFieldsProps, NativeProps {
  name: Exclude<keyof typeof DONOR_FIELDS, DonorChoice>
}

export function DonorTextField({ name, draft, change, fieldErrors, isSaving, ...native }: DonorTextFieldProps) {
  const nameOf = useDonorFieldName()
  const { kind } = DONOR_FIELDS[name]
  return (
    <TextField
      {...fieldProps({ draft, change, fieldErrors, isSaving }, name)}
      {...native}
      label={nameOf(name)}
      multiline={kind === 'lines' || kind === 'list'}
    />
  )
}

interface DonorChoiceFieldProps extends DonorFieldsProps {
  name: DonorChoice
  /** The choice of no value, for a field that may have none. */
  emptyLabel?: string
}

export function DonorChoiceField({ name, emptyLabel, draft, change, fieldErrors, isSaving }: DonorChoiceFieldProps) {
  const nameOf = useDonorFieldName()
  const words: Readonly<Record<string, string>> = useDonorWords()[name]
  const options = DONOR_FIELDS[name].of.map((value) => ({ value, label: words[value] ?? value }))
  return (
    <SelectField
      label={nameOf(name)}
      value={draft[name]}
      options={emptyLabel === undefined ? options : [{ value: '', label: emptyLabel }, ...options]}
      onChange={(value) => change({ [name]: value })}
      errorMessage={fieldErrors[name]}
      readOnly={isSaving}
    />
  )
}
