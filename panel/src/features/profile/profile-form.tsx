import { useLingui } from '@lingui/react/macro'
import { useDraftStore } from '../../session/drafts/use-draft-store.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { ConflictPart } from '../../ui/form/conflict-part.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { useConflict } from '../../ui/form/use-conflict.ts'
import { useForm } from '../../ui/form/use-form.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { type ProfileDraft, readProfileDraft, useProfileEditors, useSaveProfile } from './profile-queries.ts'

/**
 * Username and e-mail of the user's account. The draft is sent as entered; the server validates it.
 */
export function ProfileForm(props: PageFormProps<ProfileDraft>) {
  const { initial, focusRequest, onSaved, onSavingChange } = props
  const { t } = useLingui()
  const failureText = useFailureText()
  const save = useSaveProfile()
  const conflict = useConflict<ProfileDraft>({
    initial,
    fields: [
      { name: 'username', label: t`Username`, keys: ['username'], show: ({ username }) => username },
      { name: 'email', label: t`Email`, keys: ['email'], show: ({ email }) => email },
    ],
    unedited: ['version', 'given'],
    readCurrent: readProfileDraft,
  })
  const form = useForm({
    initial,
    isDirty: ({ username, email }) => username !== conflict.base.username || email !== conflict.base.email,
    base: conflict.base,
    validate: conflict.errors,
    send: (draft) =>
      save(draft).catch((error: unknown) => {
        const merged = conflict.merge(error, draft)
        if (merged) form.setDraft(merged)
        throw error
      }),
    onSaved,
    onSavingChange,
    store: useDraftStore('profile', initial.id),
  })
  const { draft, change, isSaving, generalError, fieldErrors } = form

  return (
    <FormPanel
      form={form}
      title={t`Edit profile`}
      focusRequest={focusRequest}
      editors={useProfileEditors(initial.id)}
      errorMessage={generalError && !conflict.view?.explains(generalError) && failureText(generalError)}
    >
      {conflict.view && <ConflictPart {...form} conflict={conflict.view} />}
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
