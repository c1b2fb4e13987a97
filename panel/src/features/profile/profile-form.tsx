import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/base/text-field.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { type ProfileDraft, useSaveProfile } from './profile-queries.ts'

/**
 * Username and e-mail of the user's account. The draft is sent as entered; the server validates it.
 */
export function ProfileForm(props: PageFormProps<ProfileDraft>) {
  const { initial, focusRequest, onSaved, onSavingChange } = props
  const { t } = useLingui()
  const failureText = useFailureText()
  const form = useForm({
    initial,
    isDirty: ({ username, email }) => username !== initial.username || email !== initial.email,
    send: useSaveProfile(),
    onSaved,
    onSavingChange,
  })
  const { draft, change, isSaving, generalError, fieldErrors } = form

  return (
    <FormPanel
      form={form}
      title={t`Edit profile`}
      focusRequest={focusRequest}
      errorMessage={generalError && failureText(generalError)}
    >
      <TextField
        label={t`Username`}
        name="username"
        value={draft.username}
        onChange={(username) => change({ username })}
        description={t`You use this to log in.`}
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
        onChange={(email) => change({ email })}
        errorMessage={fieldErrors.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isSaving}
      />
    </FormPanel>
  )
}
