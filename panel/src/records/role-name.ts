import { useLingui } from '@lingui/react/macro'
import type { AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'

export function useRoleName(): (role: AdminRole) => string {
  const { t } = useLingui()
  return (role) => (role === 'superadmin' ? t`Superadmin` : t`Admin`)
}
