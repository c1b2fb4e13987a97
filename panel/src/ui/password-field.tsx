import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import styles from './password-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password with a show/hide toggle. `autoComplete` says which password: `current-password` or `new-password`. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'multiline' | 'trailing'>) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)

  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={isShown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}
