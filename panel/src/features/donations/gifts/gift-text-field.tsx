import { type GiftField, isGiftFieldUsed, REQUIRED_GIFT_FIELDS } from '@sevadesk/contract/gifts/gift-fields.ts'
import { TextField, type TextFieldProps } from '../../../ui/base/text-field.tsx'
import type { GiftDraft } from './gift-draft.ts'
import { useGiftFieldNames } from './gift-field-names.ts'
import type { GiftFieldsProps } from './gift-form.tsx'

type TextName = Exclude<GiftField & keyof GiftDraft, 'donationType'>

interface GiftTextFieldProps extends GiftFieldsProps, Pick<TextFieldProps, 'multiline' | 'inputMode' | 'description'> {
  name: TextName
  maxLength: number
}

/** A text of the gift; nothing if the mode does not use it. */
export function GiftTextField({
  name,
  draft,
  change,
  fieldErrors,
  isSaving,
  choices,
  today,
  ...native
}: GiftTextFieldProps) {
  const names = useGiftFieldNames(draft.mode)
  if (!isGiftFieldUsed(draft.mode, name)) return null
  return (
    <TextField
      {...native}
      name={name}
      label={names[name]}
      value={draft[name]}
      onChange={(text) => change({ [name]: text })}
      errorMessage={fieldErrors[name]}
      isRequired={REQUIRED_GIFT_FIELDS[draft.mode].includes(name)}
      autoComplete="off"
      readOnly={isSaving}
    />
  )
}
