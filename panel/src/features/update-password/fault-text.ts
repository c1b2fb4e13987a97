import { useLingui } from '@lingui/react/macro'
import type { PasswordChange, PasswordFault } from '@sevadesk/contract/password.ts'

export type PasswordFieldName = keyof PasswordChange

/** Where each fault is mended. */
export const FAULT_FIELDS: Readonly<Record<PasswordFault, PasswordFieldName>> = {
  'old-missing': 'oldPassword',
  'new-missing': 'newPassword',
  'new-weak': 'newPassword',
  'confirm-missing': 'confirmPassword',
  'confirm-differs': 'confirmPassword',
  'new-is-old': 'newPassword',
}

/** The words of each fault (specification, section 5). */
export function useFaultText(): (fault: PasswordFault) => string {
  const { t } = useLingui()
  return (fault) => {
    switch (fault) {
      case 'old-missing':
        return t`Current password is required`
      case 'new-missing':
        return t`New password is required`
      case 'new-weak':
        return t`Password does not meet requirements`
      case 'confirm-missing':
        return t`Please confirm your new password`
      case 'confirm-differs':
        return t`Passwords do not match`
      case 'new-is-old':
        return t`New password must be different from old password`
    }
  }
}
