import { TextField, type TextFieldProps } from '../../ui/base/text-field.tsx'
import type { Fields } from './text-pair.tsx'

interface PlainFieldProps<Values extends object>
  extends Fields<Values>,
    Pick<TextFieldProps, 'label' | 'labelNote' | 'description' | 'type' | 'inputMode' | 'autoCapitalize'> {
  name: string
}

/** A text that is the same in both languages, a number or a day. */
export function PlainField<Values extends object>(props: PlainFieldProps<Values>) {
  const { name, values, change, errorOf, isSaving, ...field } = props
  return (
    <TextField
      {...field}
      name={name}
      value={String(Reflect.get(values, name) ?? '')}
      onChange={(text) => change({ [name]: text } as Partial<Values>)}
      errorMessage={errorOf(name)}
      autoComplete="off"
      readOnly={isSaving}
    />
  )
}
