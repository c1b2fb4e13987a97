import { useLingui } from '@lingui/react/macro'
import { plainFields, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'
import { type SettingName, useSettingNames, useSettingOptionNames } from '../../records/setting-names.ts'
import { TextField, type TextFieldProps } from '../../ui/base/text-field.tsx'
import { DayInput } from '../../ui/dates/date-input.tsx'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import styles from './settings-form.module.css'

/** What the inputs of a part of the form share. */
export interface Inputs<Values extends object> {
  values: Values
  change: (part: Partial<Values>) => void
  /** The sentence at an input, by its name in `values`. */
  errorOf: (name: string) => string | undefined
  isSaving: boolean
}

interface SettingInputProps<Values extends object> extends Inputs<Values>, Pick<TextFieldProps, 'inputMode'> {
  name: SettingName
  /** Default: the name of the setting. */
  label?: string
  description?: string
}

/** Every setting but the lists. Fields of entries have names of their own. */
export const PLAIN_SETTINGS = {
  ...plainFields(SETTINGS_FIELDS.wordings.fields),
  ...plainFields(SETTINGS_FIELDS.rules.fields),
  ...plainFields(SETTINGS_FIELDS),
}

/** The inputs of a setting, after its description in the contract. */
export function SettingInput<Values extends object>(props: SettingInputProps<Values>) {
  const { t } = useLingui()
  const names = useSettingNames()
  const optionNames = useSettingOptionNames()
  const { name, label = names[name], description, inputMode, values, change, errorOf, isSaving } = props
  const field = PLAIN_SETTINGS[name]
  const textOf = (input: string) => String(Reflect.get(values, input) ?? '')
  const set = (input: string, value: string) => change({ [input]: value } as Partial<Values>)
  // A field that a group needs may be missing with its group.
  const isOptional = field && !('initial' in field) && !(field.isRequired && !name.includes('.'))
  const inputOf = (input: string, inputLabel: string) => ({
    label: inputLabel,
    labelNote: isOptional ? t`(optional)` : undefined,
    name: input,
    value: textOf(input),
    onChange: (text: string) => set(input, text),
    errorMessage: errorOf(input),
    readOnly: isSaving,
  })
  const textField = (input: string, inputLabel = '', more?: Partial<TextFieldProps>) => (
    <TextField
      description={description}
      inputMode={inputMode}
      {...more}
      key={input}
      {...inputOf(input, inputLabel)}
      autoComplete="off"
    />
  )

  switch (field?.kind) {
    case 'text':
      return (
        <div className={styles.pair}>
          {textField(`${name}.en`, `${label} (English)`)}
          {textField(`${name}.hi`, `${label} (हिन्दी)`)}
        </div>
      )
    case 'lines': {
      const lines = { multiline: true, description: t`Each line is printed on its own.` }
      return (
        <div className={styles.pair}>
          {textField(`${name}.en`, `${label} (English)`, lines)}
          {textField(`${name}.hi`, `${label} (हिन्दी)`, lines)}
        </div>
      )
    }
    case 'yes-no':
      return (
        <Choice
          type="checkbox"
          label={label}
          note={description}
          checked={textOf(name) === 'yes'}
          isReadOnly={isSaving}
          onChange={(isYes) => set(name, isYes ? 'yes' : 'no')}
        />
      )
    case 'choice':
    case 'choices': {
      const chosen = textOf(name).split(' ')
      const withOption = (option: string, isChosen: boolean) =>
        field.options.filter((each) => (each === option ? isChosen : chosen.includes(each))).join(' ')
      return (
        <Choices legend={label} errorMessage={errorOf(name)} isReadOnly={isSaving}>
          <div className={styles.choices}>
            {field.options.map((option) => (
              <Choice
                key={option}
                type={field.kind === 'choice' ? 'radio' : 'checkbox'}
                name={name}
                label={optionNames[option]}
                checked={chosen.includes(option)}
                isReadOnly={isSaving}
                onChange={(isChosen) => set(name, field.kind === 'choice' ? option : withOption(option, isChosen))}
              />
            ))}
          </div>
        </Choices>
      )
    }
    case 'integer':
    case 'rupees':
      return textField(name, label, { inputMode: 'numeric' })
    case 'day':
      return <DayInput {...inputOf(name, label ?? '')} description={description} />
    case 'pan':
      return textField(name, label, { autoCapitalize: 'characters' })
    default:
      return textField(name, label)
  }
}
