import { useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFailureText } from '../../ui/failure-text.ts'
import { FormPanel } from '../../ui/form-panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTextForm } from '../../ui/use-text-form.ts'
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
  })

  useEffect(() => {
    onSavingChange(isSaving)
    return () => onSavingChange(false)
  }, [isSaving, onSavingChange])

  return (
    <FormPanel
      title={t`Edit profile`}
      errorMessage={error && failureText(error)}
      refusal={error}
      onSubmit={save}
      actions={
        <>
          <Button
            type="submit"
            variant="primary"
            icon={error && <RotateCw aria-hidden="true" />}
            isPending={isSaving}
            pendingLabel={t`Saving...`}
          >
            {error ? t`Try again` : t`Save changes`}
          </Button>
          <Button disabled={isSaving} onClick={onClose}>
            {t`Close`}
          </Button>
        </>
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
