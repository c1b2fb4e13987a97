import { useLingui } from '@lingui/react/macro'
import { type PasswordChange, type PasswordFault, passwordFault } from '@sevadesk/contract/accounts/password.ts'

const FIELDS: Readonly<Record<PasswordFault, keyof PasswordChange>> = {
  'old-missing': 'oldPassword',
  'new-missing': 'newPassword',
  'new-weak': 'newPassword',
  'confirm-missing': 'confirmPassword',
  'confirm-differs': 'confirmPassword',
  'new-is-old': 'newPassword',
}

/** Returns the first error of a password change under its field (specification, section 5). */
export function usePasswordValidation(): (change: PasswordChange) => Record<string, string> {
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
