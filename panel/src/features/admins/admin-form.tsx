import { useLingui } from '@lingui/react/macro'
import { mayMakeSuperadmin } from '@sevadesk/contract/account-rights.ts'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { PASSWORD_REQUIREMENTS } from '@sevadesk/contract/password.ts'
import { useState } from 'react'
import { doubtOf } from '../../media/send-failure.ts'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { FormActions } from '../../ui/form/form-actions.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { PasswordChecklist } from '../../ui/form/password-checklist.tsx'
import { useTextForm } from '../../ui/form/use-text-form.ts'
import { type AdminDraft, isChangedDraft } from './admin-account.ts'
import styles from './admin-form.module.css'
import { useSaveAdmin } from './admin-queries.ts'
import { RolePicker } from './role-picker.tsx'
import { SectionPicker } from './section-picker.tsx'

interface AdminFormProps {
  /** With an `id` for an account that is edited. */
  initial: AdminDraft
  /** Who fills it in; they give no more than they hold. */
  me: CurrentAdmin
  /** Counts how often the form was asked for while it was open; it comes into sight again each time. */
  calls: number
  /** Told what was saved. */
  onSaved: (draft: AdminDraft) => void
  /** Somebody wants it closed; what was entered may still be lost. */
  onClose: () => void
  /** While it is on its way the page must not take the form away. */
  onSavingChange: (isSaving: boolean) => void
}

/** A new account, or one that is edited. What was entered is sent as it is; the server says what is wrong with it. */
export function AdminForm({ initial, me, calls, onSaved, onClose, onSavingChange }: AdminFormProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const saveAdmin = useSaveAdmin()
  const [sentRole, setSentRole] = useState(initial.role)
  const { draft, change, isSaving, error, fieldErrors, save } = useTextForm({
    initial,
    isChanged: (current) => isChangedDraft(current, initial),
    send: (current) => {
      setSentRole(current.role)
      return saveAdmin(current)
    },
    onSaved,
    onSavingChange,
  })
  const isEdit = initial.id !== undefined
  const saveLabel = isEdit ? t`Save changes` : t`Save`

  function why(failure: Error): string {
    if (!doubtOf(failure)) return failureText(failure)
    const doubt =
      sentRole === 'superadmin'
        ? t`It may have been saved. A superadmin is not in the list below: if trying again says that the username is taken, it was saved.`
        : t`It may have been saved: look at the list below before you try again.`
    // Nobody can tell a line that was dead from the start from one that was cut after the sending.
    return Reflect.get(failure, 'kind') === 'network' ? `${failureText(failure)} ${doubt}` : doubt
  }

  return (
    <FormPanel
      title={isEdit ? t`Edit admin` : t`Add admin`}
      calls={calls}
      errorMessage={error && why(error)}
      refusal={error}
      onSubmit={save}
      actions={<FormActions saveLabel={saveLabel} isSaving={isSaving} hasFailed={Boolean(error)} onClose={onClose} />}
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
        {draft.password !== '' && <PasswordChecklist requirements={PASSWORD_REQUIREMENTS} password={draft.password} />}
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
