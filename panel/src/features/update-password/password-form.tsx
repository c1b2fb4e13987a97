import { useLingui } from '@lingui/react/macro'
import {
  PASSWORD_REQUIREMENTS,
  type PasswordChange,
  type PasswordFault,
  passwordFault,
} from '@sevadesk/contract/accounts/password.ts'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/base/button.tsx'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { filledPasswords } from '../../ui/form/filled-passwords.ts'
import { Announcement, useFocusFirstError } from '../../ui/form/first-error.tsx'
import { PasswordChecklist } from '../../ui/form/password-checklist.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './password-form.module.css'
import { useUpdatePassword } from './password-queries.ts'

interface PasswordFormProps {
  /** Tells password managers which account the password belongs to. */
  username: string
  /** No frame and no second column. */
  isInDialog?: boolean | undefined
  onChanged: () => void
}

const EMPTY: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the user's own password. The three fields are validated before anything is sent. */
export function PasswordForm({ username, isInDialog = false, onChanged }: PasswordFormProps) {
  const { t } = useLingui()
  const element = useRef<HTMLFormElement>(null)
  const [round, setRound] = useState(0)
  const { mutateAsync: updatePassword } = useUpdatePassword()
  const form = useForm({
    initial: EMPTY,
    // Ignores the current password, which browsers can autofill.
    isDirty: ({ newPassword, confirmPassword }) => newPassword !== '' || confirmPassword !== '',
    validate: usePasswordValidation(),
    send: updatePassword,
    onSaved: reset,
  })
  const { draft, change, isSaving, error, setError, fieldErrors } = form
  const announced = useFocusFirstError(element, form.rejection)

  function reset() {
    // First: unsaved changes would stop `onChanged` from opening another page. The new key empties the
    // fields, and hides passwords that were shown.
    flushSync(() => {
      form.setDraft(EMPTY)
      setRound(round + 1)
    })
    onChanged()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    form.save(filledPasswords(event.currentTarget))
  }

  function field(name: keyof PasswordChange) {
    return {
      name,
      value: undefined,
      readOnly: isSaving,
      errorMessage: fieldErrors[name],
      onChange: (value: string) => {
        change({ [name]: value })
        if (error) setError(undefined)
      },
    }
  }

  return (
    <form
      ref={element}
      className={isInDialog ? styles.plain : styles.form}
      aria-label={t`Update Password`}
      noValidate
      onSubmit={submit}
    >
      {error && Object.keys(fieldErrors).length === 0 && (
        <ErrorLine>{error.message || t`Failed to update password. Please try again.`}</ErrorLine>
      )}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <div role="alert">
        <Announcement error={announced} />
      </div>
      <div key={round} className={styles.fields}>
        <div className={styles.old}>
          <PasswordField label={t`Current password`} autoComplete="current-password" {...field('oldPassword')} />
        </div>
        <div className={styles.new}>
          <PasswordField label={t`New password`} autoComplete="new-password" {...field('newPassword')} />
        </div>
        <div className={styles.rules}>
          <p className={styles.rulesHead}>{t`The new password must have`}</p>
          <PasswordChecklist requirements={PASSWORD_REQUIREMENTS} password={draft.newPassword} />
        </div>
        <div className={styles.confirm}>
          <PasswordField label={t`Confirm new password`} autoComplete="new-password" {...field('confirmPassword')} />
        </div>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" isPending={isSaving}>
            {t`Update password`}
          </Button>
        </div>
      </div>
    </form>
  )
}

const FIELDS: Readonly<Record<PasswordFault, keyof PasswordChange>> = {
  'old-missing': 'oldPassword',
  'new-missing': 'newPassword',
  'new-weak': 'newPassword',
  'confirm-missing': 'confirmPassword',
  'confirm-differs': 'confirmPassword',
  'new-is-old': 'newPassword',
}

/** Returns the first error of a password change under its field (specification, section 5). */
function usePasswordValidation(): (change: PasswordChange) => Record<string, string> {
  const { t } = useLingui()
  const texts: Readonly<Record<PasswordFault, string>> = {
    'old-missing': t`Current password is required`,
    'new-missing': t`New password is required`,
    'new-weak': t`Password does not meet requirements`,
    'confirm-missing': t`Please confirm your new password`,
    'confirm-differs': t`Passwords do not match`,
    'new-is-old': t`New password must be different from old password`,
  }
  return (change) => {
    const fault = passwordFault(change)
    return fault ? { [FIELDS[fault]]: texts[fault] } : {}
  }
}
