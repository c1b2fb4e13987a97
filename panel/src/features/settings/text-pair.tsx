import { TextField } from '../../ui/base/text-field.tsx'
import styles from './settings-form.module.css'

/** What the fields of a part of the form share. */
export interface Fields<Values extends object> {
  values: Values
  change: (part: Partial<Values>) => void
  /** The sentence at a field, by its name in `values`. */
  errorOf: (name: string) => string | undefined
  isSaving: boolean
}

interface TextPairProps<Values extends object> extends Fields<Values> {
  label: string
  labelNote?: string | undefined
  description?: string | undefined
  /** The fields `<name>.en` and `<name>.hi`. */
  name: string
  multiline?: boolean
}

/** A text in English and in Hindi. */
export function TextPair<Values extends object>(props: TextPairProps<Values>) {
  const { label, labelNote, description, name, multiline, values, change, errorOf, isSaving } = props
  return (
    <div className={styles.pair}>
      {LANGUAGES.map(({ language, languageName }) => {
        const field = `${name}.${language}`
        return (
          <TextField
            key={language}
            label={`${label} (${languageName})`}
            labelNote={labelNote}
            description={description}
            name={field}
            value={String(Reflect.get(values, field) ?? '')}
            onChange={(text) => change({ [field]: text } as Partial<Values>)}
            errorMessage={errorOf(field)}
            multiline={multiline}
            autoComplete="off"
            readOnly={isSaving}
          />
        )
      })}
    </div>
  )
}

const LANGUAGES = [
  { language: 'en', languageName: 'English' },
  { language: 'hi', languageName: 'हिन्दी' },
] as const
