import { useLingui } from '@lingui/react/macro'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { type ProfileDraft, readProfileDraft, useSaveProfile } from './profile-queries.ts'

/**
 * Username and e-mail of the user's account. The draft is sent as entered; the server validates it.
 */
export function ProfileForm(props: PageFormProps<ProfileDraft>) {
  const { initial, focusRequest, onSaved, onSavingChange } = props
  const { t } = useLingui()
  const save = useSaveProfile()
  const form = useRecordForm<ProfileDraft>({
    record: useFormRecord('profile', initial.id),
    initial,
    isDirty: (draft, base) => draft.username !== base.username || draft.email !== base.email,
    send: (draft) => save(draft),
    onSaved,
    onSavingChange,
    conflict: {
      fields: [
        { name: 'username', label: t`Username`, keys: ['username'], show: ({ username }) => username },
        { name: 'email', label: t`Email`, keys: ['email'], show: ({ email }) => email },
      ],
      unedited: ['version', 'given'],
      readCurrent: readProfileDraft,
    },
  })
  const { draft, change, isSaving, fieldErrors } = form

  return (
    <FormPanel form={form} title={t`Edit profile`} focusRequest={focusRequest} errorMessage={form.errorMessage}>
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
