import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/base/text-field.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { FormActions } from '../../ui/form/form-actions.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { useTextForm } from '../../ui/form/use-text-form.ts'
import { type Profile, type ProfileDraft, useSaveProfile } from './profile-queries.ts'

interface ProfileFormProps {
  /** As it was when the form opened. */
  profile: Profile
  onSaved: () => void
  /** Somebody wants it closed; what was entered may still be lost. */
  onClose: () => void
  /** While it is on its way the page must not take the form away. */
  onSavingChange: (isSaving: boolean) => void
}

/** Username and e-mail of one's own account. What was entered is sent as it is; the server says what is wrong with it. */
export function ProfileForm({ profile, onSaved, onClose, onSavingChange }: ProfileFormProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { username, email } = profile
  const { draft, change, isSaving, error, fieldErrors, save } = useTextForm<ProfileDraft>({
    initial: { username, email },
    isChanged: (current) => current.username !== username || current.email !== email,
    send: useSaveProfile(profile),
    onSaved,
    onSavingChange,
  })

  return (
    <FormPanel
      title={t`Edit profile`}
      errorMessage={error && failureText(error)}
      refusal={error}
      onSubmit={save}
      actions={
        <FormActions saveLabel={t`Save changes`} isSaving={isSaving} hasFailed={Boolean(error)} onClose={onClose} />
      }
    >
      <TextField
        label={t`Username`}
        name="username"
        value={draft.username}
        onChange={(typed) => change({ username: typed })}
        description={t`You log in with it.`}
        errorMessage={fieldErrors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isSaving}
      />
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        value={draft.email}
        onChange={(typed) => change({ email: typed })}
        errorMessage={fieldErrors.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isSaving}
      />
    </FormPanel>
  )
}
