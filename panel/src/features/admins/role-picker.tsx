import { useLingui } from '@lingui/react/macro'
import type { AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { useRoleName } from '../../records/role-name.ts'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import styles from './role-picker.module.css'

interface RolePickerProps {
  value: AdminRole
  onChange: (role: AdminRole) => void
  maySuperadmin: boolean
  errorMessage: string | undefined
  isReadOnly: boolean
}

export function RolePicker({ value, onChange, maySuperadmin, errorMessage, isReadOnly }: RolePickerProps) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const notes: Record<AdminRole, string> = {
    admin: t`Can open the sections chosen below.`,
    superadmin: t`Can open everything. Not shown in the list of admins.`,
  }
  const roles: AdminRole[] = maySuperadmin ? ['admin', 'superadmin'] : ['admin']
  return (
    <Choices legend={t`Role`} errorMessage={errorMessage} isReadOnly={isReadOnly}>
      <div className={styles.roles}>
        {roles.map((role) => (
          <Choice
            key={role}
            type="radio"
            name="role"
            label={roleName(role)}
            note={notes[role]}
            checked={value === role}
            onChange={() => onChange(role)}
          />
        ))}
      </div>
    </Choices>
  )
}
