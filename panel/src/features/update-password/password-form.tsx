import { useLingui } from '@lingui/react/macro'
import { PASSWORD_REQUIREMENTS, type PasswordChange, passwordFault } from '@sevadesk/contract/password.ts'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/base/button.tsx'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Heard, useFaultFocus } from '../../ui/form/fault-focus.tsx'
import { PasswordChecklist } from '../../ui/form/password-checklist.tsx'
import { useUnsavedWork } from '../../ui/form/unsaved-work.ts'
import { FAULT_FIELDS, type PasswordFieldName, useFaultText } from './fault-text.ts'
import styles from './password-form.module.css'
import { refusedFields, useUpdatePassword } from './password-queries.ts'

interface PasswordFormProps {
  /** Whose password it is, so that a password manager keeps it with the right name. */
  username: string
  /** A dialog around it has a frame, and no room for two columns. */
  isInDialog?: boolean | undefined
  /** The password is another, and the fields are empty. */
  onChanged: () => void
}

/** As the specification lists them (section 5); others, such as the hyphen, do not count. */
const SPECIAL_CHARACTERS = '! @ # $ % ^ & * ( ) , . ? " : { } | < >'

const EMPTY: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** The three passwords. While something is wrong with them nothing is sent; the field says what, and has focus. */
export function PasswordForm({ username, isInDialog = false, onChanged }: PasswordFormProps) {
  const { t } = useLingui()
  const faultText = useFaultText()
  const [entered, setEntered] = useState(EMPTY)
  const [told, setTold] = useState<{ fault: ReturnType<typeof passwordFault> }>()
  const [isSending, setSending] = useState(false)
  const [round, setRound] = useState(0)
  const update = useUpdatePassword()
  const isBusy = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  // What was told stays for as long as it is true, and no longer.
  const fault = told?.fault === passwordFault(entered) ? told?.fault : undefined
  const refused = refusedFields(update.error)

  const heard = useFaultFocus(form, told?.fault ? told : (update.error ?? undefined))
  // The current password alone may be the browser's doing, and is no work of anybody's.
  useUnsavedWork(isSending || entered.newPassword !== '' || entered.confirmPassword !== '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy.current) return
    const found = passwordFault(entered)
    setTold({ fault: found })
    if (found) return
    isBusy.current = true
    setSending(true)
    const isChanged = await update.mutateAsync(entered).then(
      () => true,
      () => false,
    )
    isBusy.current = false
    if (!form.current) return // left meanwhile, after a question
    if (!isChanged) return setSending(false)
    // Nothing is left to ask about before the page may be another. Fields that were shown are hidden again.
    flushSync(() => {
      setSending(false)
      setEntered(EMPTY)
      setRound(round + 1)
    })
    onChanged()
  }

  function field(name: PasswordFieldName) {
    return {
      name,
      value: entered[name],
      readOnly: isSending,
      errorMessage: fault && FAULT_FIELDS[fault] === name ? faultText(fault) : refused[name],
      onChange: (value: string) => {
        setEntered((before) => ({ ...before, [name]: value }))
        if (update.isError) update.reset()
      },
    }
  }

  return (
    <form
      ref={form}
      className={isInDialog ? styles.plain : styles.form}
      aria-label={t`Update Password`}
      noValidate
      onSubmit={submit}
    >
      {update.error && !Object.keys(EMPTY).some((name) => refused[name]) && (
        <ErrorLine>{update.error.message || t`Failed to update password. Please try again.`}</ErrorLine>
      )}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <div role="alert">
        <Heard sentence={heard} />
      </div>
      <div key={round} className={styles.fields}>
        <div className={styles.old}>
          <PasswordField label={t`Current password`} autoComplete="current-password" {...field('oldPassword')} />
        </div>
        <div className={styles.new}>
          <PasswordField label={t`New password`} autoComplete="new-password" {...field('newPassword')} />
        </div>
        <div className={styles.rules}>
          <p className={styles.rulesHead}>{t`A new password has`}</p>
          <PasswordChecklist requirements={PASSWORD_REQUIREMENTS} password={entered.newPassword} />
          <p className={styles.special}>
            {t`As a special character counts one of these:`}{' '}
            <span className={styles.characters} translate="no">
              {SPECIAL_CHARACTERS}
            </span>
          </p>
        </div>
        <div className={styles.confirm}>
          <PasswordField label={t`Confirm new password`} autoComplete="new-password" {...field('confirmPassword')} />
        </div>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Updating...`}>
            {t`Update password`}
          </Button>
        </div>
      </div>
    </form>
  )
}
