import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import Eye from '~icons/lucide/eye'
import EyeOff from '~icons/lucide/eye-off'
import styles from './password-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'multiline' | 'trailing' | 'label'> {
  label: string
}

/**
 * A password field with a show/hide toggle. Set `autoComplete` to `current-password` or
 * `new-password`.
 */
export function PasswordField({ label, ...props }: PasswordFieldProps) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const action = isShown ? t`${label}: hide` : t`${label}: show`

  return (
    <TextField
      {...props}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={action}
          data-tooltip={action}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}
