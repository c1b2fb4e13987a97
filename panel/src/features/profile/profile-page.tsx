import { useLingui } from '@lingui/react/macro'
import { Pencil, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/base/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useRetry } from '../../ui/feedback/use-retry.ts'
import { useLeaveQuestion } from '../../ui/form/unsaved-work.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileForm } from './profile-form.tsx'
import { type Profile, useProfile } from './profile-queries.ts'

/** One's own account: see it, change username and e-mail. */
export function ProfilePage() {
  const { t } = useLingui()
  const query = useProfile()
  const retry = useRetry(query, undefined)
  const [edited, setEdited] = useState<Profile>()
  const [isSaving, setSaving] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const mayLeave = useLeaveQuestion()
  const profile = query.data

  function close() {
    // The button can take focus only once it is drawn as open to use again.
    flushSync(() => {
      setSaving(false)
      setEdited(undefined)
    })
    toggle.current?.focus()
  }

  async function askAndClose() {
    if (await mayLeave()) close()
  }

  return (
    <>
      <PageHeader
        title={t`Profile Settings`}
        purpose={t`Your own account, as others here see it.`}
        action={
          <Button
            ref={toggle}
            variant={edited ? 'secondary' : 'primary'}
            icon={edited ? <X aria-hidden="true" /> : <Pencil aria-hidden="true" />}
            aria-expanded={edited !== undefined}
            disabled={isSaving || !profile?._id}
            onClick={() => (edited ? void askAndClose() : setEdited(profile))}
          >
            {edited ? t`Close Form` : t`Edit Profile`}
          </Button>
        }
      />
      {edited && (
        <ProfileForm profile={edited} onSaved={close} onClose={() => void askAndClose()} onSavingChange={setSaving} />
      )}
      {profile && <ProfileDetails profile={profile} />}
      {query.isPending && (
        <Loading label={t`Loading profile...`}>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton />
        </Loading>
      )}
      {query.error && !profile && (
        <ErrorState
          title={t`Failed to load profile`}
          text={query.error.message}
          onRetry={retry}
          isRetrying={query.isFetching}
        />
      )}
    </>
  )
}
