import { useLingui } from '@lingui/react/macro'
import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'
import { useId } from 'react'
import { LoginPage } from '../features/login/login-page.tsx'
import type { SignIn } from '../session/sign-in.ts'
import { type ThemeChoice, useThemeChoice } from '../ui/base/theme-choice.ts'
import { useTrust } from '../ui/base/trust.tsx'
import styles from './login-screen.module.css'
import { useThemeOptions } from './theme-options.ts'
import { useLanguageChoice } from './use-language-choice.ts'
import { useWindowTitle } from './use-window-title.ts'

export function LoginScreen({ signIn }: { signIn: SignIn }) {
  const { t } = useLingui()
  useWindowTitle(t`Login`, useTrust().trustName)
  return <LoginPage signIn={signIn} preferences={<Preferences />} />
}

/** Native radio buttons: the login screen loads no component library. */
function Preferences() {
  const { t } = useLingui()
  const [language, setLanguage] = useLanguageChoice()
  const [theme, setTheme] = useThemeChoice()
  return (
    <div className={styles.preferences}>
      <Choice<Language>
        title={t`Language`}
        value={language}
        options={LANGUAGES.map(({ code, label }) => ({ value: code, label, lang: code }))}
        onChange={setLanguage}
      />
      <Choice<ThemeChoice> title={t`Appearance`} value={theme} options={useThemeOptions()} onChange={setTheme} />
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  title: string
  value: Value
  options: readonly { value: Value; label: string; lang?: string }[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ title, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.title}>{title}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} lang={option.lang}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.word}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
