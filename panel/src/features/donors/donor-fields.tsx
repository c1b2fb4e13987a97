import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import { useDonorFieldName } from '../../records/donor-field-names.ts'
import { type DonorChoice, useDonorWords } from '../../records/donor-words.ts'
import { TextField, type TextFieldProps } from '../../ui/base/text-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import type { DonorDraft } from './donor.ts'

/** What the parts of the form share. */
export interface DonorFieldsProps {
  draft: DonorDraft
  change: (part: Partial<DonorDraft>) => void
  fieldErrors: Readonly<Partial<Record<string, string>>>
  isSaving: boolean
}

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
      {...native}
      label={nameOf(name)}
      name={name}
      multiline={kind === 'lines' || kind === 'list'}
      value={draft[name]}
      onChange={(text) => change({ [name]: text })}
      errorMessage={fieldErrors[name]}
      readOnly={isSaving}
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
      isReadOnly={isSaving}
    />
  )
}
