import { useLingui } from '@lingui/react/macro'
import { useRoleName } from '../../records/role-name.ts'
import { useSectionName } from '../../records/section-name.ts'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import { type AdminDraft, sortSections } from './admin-account.ts'

/** What is compared if others saved an account meanwhile, in the form's order. */
export function useAdminConflictFields(): ConflictField<AdminDraft>[] {
  const { t } = useLingui()
  const roleName = useRoleName()
  const sectionName = useSectionName()
  return [
    { name: 'username', label: t`Username`, keys: ['username'], show: ({ username }) => username },
    { name: 'email', label: t`Email`, keys: ['email'], show: ({ email }) => email },
    { name: 'role', label: t`Role`, keys: ['role'], show: ({ role }) => roleName(role) },
    {
      name: 'sections',
      label: t`Sections`,
      keys: ['sections'],
      comparable: ({ sections }) => sortSections(sections),
      show: ({ sections }) => sortSections(sections).map(sectionName).join(', '),
    },
  ]
}
