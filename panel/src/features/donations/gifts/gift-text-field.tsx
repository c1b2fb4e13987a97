import {
  GIFT_FIELDS,
  type GiftField,
  isGiftFieldRequired,
  isGiftFieldUsed,
} from '@sevadesk/contract/gifts/gift-fields.ts'
import { useGiftFieldLabel } from '../../../records/gift-field-names.ts'
import { TextField, type TextFieldProps } from '../../../ui/base/text-field.tsx'
import { fieldProps } from '../../../ui/form/use-form.ts'

import type { GiftFieldsProps } from './gift-form.tsx'

export type TextName = Exclude<GiftField, 'donationType'>

export function isTextName(name: GiftField): name is TextName {
  return name !== 'donationType'
}

/** The longest typed amount, in characters. */
const AMOUNT_MAX = 40

interface GiftTextFieldProps extends GiftFieldsProps, Pick<TextFieldProps, 'inputMode' | 'description'> {
  name: TextName
}

/** A text of the gift; nothing if the mode does not use it. */
export function GiftTextField({ name, inputMode, description, ...form }: GiftTextFieldProps) {
  const { mode } = form.draft
  const labelOf = useGiftFieldLabel(mode)
  if (!isGiftFieldUsed(mode, name)) return null
  const field = GIFT_FIELDS[name]
  return (
    <TextField
      {...fieldProps(form, name)}
      inputMode={inputMode}
      description={description}
      label={labelOf(name)}
      multiline={field.kind === 'lines'}
      maxLength={'max' in field ? field.max : AMOUNT_MAX}
      isRequired={isGiftFieldRequired(mode, name)}
      autoComplete="off"
    />
  )
}
