import { useLingui } from '@lingui/react/macro'
import { mayMakeSuperadmin } from '@sevadesk/contract/accounts/account-rights.ts'
import type { AdminRole, CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { PASSWORD_REQUIREMENTS } from '@sevadesk/contract/accounts/password.ts'
import { useState } from 'react'
import { unknownOutcomeOf } from '../../media/upload-failure.ts'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useRoleName } from '../../records/role-name.ts'
import { useSectionName } from '../../records/section-name.ts'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { PasswordChecklist } from '../../ui/form/password-checklist.tsx'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { type AdminDraft, isChangedDraft, sortSections } from './admin-account.ts'
import styles from './admin-form.module.css'
import { readAdminDraft, useSaveAdmin } from './admin-queries.ts'
import { SectionPicker } from './section-picker.tsx'

interface AdminFormProps extends PageFormProps<AdminDraft> {
  /** The signed-in admin, who can grant only their own sections. */
  me: CurrentAdmin
}

/** Adds or edits an account. Sends the draft as entered; the server validates it. */
export function AdminForm({ initial, me, focusRequest, onSaved, onSavingChange }: AdminFormProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const saveAdmin = useSaveAdmin()
  const [sentRole, setSentRole] = useState(initial.role)
  const form = useRecordForm({
    record: useFormRecord('admin', initial.id),
    initial,
    isDirty: isChangedDraft,
    send: (draft) => {
      setSentRole(draft.role)
      return saveAdmin(draft)
    },
    onSaved,
    onSavingChange,
    conflict: { fields: useAdminConflictFields(), unedited: ['version'], readCurrent: readAdminDraft },
    explain: explainUnknownOutcome,
  })
  const { draft, change, isSaving, fieldErrors } = form
  const isEdit = initial.id !== undefined

  function explainUnknownOutcome(failure: Error): string | undefined {
    const outcome = unknownOutcomeOf(failure)
    if (!outcome) return undefined
    const warning = outcome === 'once' ? onceText() : repeatsText()
    // A request that never left cannot be told from one whose response was lost.
    return Reflect.get(failure, 'kind') === 'network' ? `${failureText(failure)} ${warning}` : warning
  }

  function onceText(): string {
    return t`It may have been saved. If you save it again unchanged, it is not added twice.`
  }

  function repeatsText(): string {
    return sentRole === 'superadmin'
      ? t`The account may have been saved. Superadmins are not in the list below. Try again: if the username is already taken, it was saved.`
      : t`It may have been saved. Check the list below before you try again.`
  }

  return (
    <FormPanel
      form={form}
      title={isEdit ? t`Edit admin` : t`Add admin`}
      focusRequest={focusRequest}
      errorMessage={form.errorMessage}
    >
      <div className={styles.pair}>
        <TextField
          label={t`Username`}
          name="username"
          value={draft.username}
          onChange={(username) => change({ username })}
          errorMessage={fieldErrors.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isSaving}
        />
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          value={draft.email}
          onChange={(email) => change({ email })}
          errorMessage={fieldErrors.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isSaving}
        />
      </div>
      <div className={styles.password}>
        <PasswordField
          label={isEdit ? t`New password (optional)` : t`Password`}
          name="password"
          description={isEdit ? t`Leave it blank to keep the password as it is.` : undefined}
          value={draft.password}
          onChange={(password) => change({ password })}
          errorMessage={fieldErrors.password}
          autoComplete="new-password"
          readOnly={isSaving}
        />
        <PasswordChecklist requirements={PASSWORD_REQUIREMENTS} password={draft.password} isOptional={isEdit} />
      </div>
      <RolePicker
        value={draft.role}
        onChange={(role) => change({ role })}
        maySuperadmin={mayMakeSuperadmin(me)}
        errorMessage={fieldErrors.role}
        isReadOnly={isSaving}
      />
      {draft.role === 'admin' && (
        <SectionPicker
          actor={me}
          value={draft.sections}
          initial={initial.sections}
          onChange={(sections) => change({ sections })}
          errorMessage={fieldErrors.sections}
          isReadOnly={isSaving}
        />
      )}
    </FormPanel>
  )
}

/** What is compared if others saved an account meanwhile, in the form's order. */
function useAdminConflictFields(): ConflictField<AdminDraft>[] {
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

interface RolePickerProps {
  value: AdminRole
  onChange: (role: AdminRole) => void
  maySuperadmin: boolean
  errorMessage: string | undefined
  isReadOnly: boolean
}

function RolePicker({ value, onChange, maySuperadmin, errorMessage, isReadOnly }: RolePickerProps) {
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
