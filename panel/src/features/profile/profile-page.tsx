import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import Pencil from '~icons/lucide/pencil'
import ShieldAlert from '~icons/lucide/shield-alert'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { useMe } from '../../session/use-me.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useRetry } from '../../ui/feedback/use-retry.ts'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile-page.module.css'
import { type ProfileDraft, profileDraft, useProfile } from './profile-queries.ts'
import { SecondStepSection } from './second-step/second-step-section.tsx'
import { useRefetchAdmin } from './second-step-queries.ts'

export function ProfilePage() {
  const { t } = useLingui()
  const query = useProfile()
  const retry = useRetry(query, undefined)
  const form = usePageForm<ProfileDraft>()
  const profile = query.data
  const mustSetUp = useMe()?.mustSetUpSecondStep ?? false
  const isExtended = useIsExtended()
  const refetchAdmin = useRefetchAdmin()
  const navigate = useNavigate()

  async function leaveSetUp() {
    await refetchAdmin()
    if (mustSetUp) await navigate({ to: '/post-login', replace: true })
    else document.getElementById('second-step')?.focus()
  }

  return (
    <>
      <PageHeader
        title={t`Profile Settings`}
        purpose={t`Your own account.`}
        action={
          <FormToggle
            form={form}
            icon={<Pencil aria-hidden="true" />}
            label={t`Edit Profile`}
            disabled={!profile?._id || mustSetUp}
            onOpen={() => profile && form.add(profileDraft(profile))}
          />
        }
      />
      {mustSetUp && (
        <p className={styles.notice}>
          <ShieldAlert aria-hidden="true" />
          <span>
            <strong>{t`Set up two-step sign-in first.`}</strong>{' '}
            {t`Your trust requires a code from your phone at each sign-in. After you set it up, you can use the other pages.`}
          </span>
        </p>
      )}
      {mustSetUp && isExtended && <SecondStepSection onSetUp={() => void leaveSetUp()} />}
      {form.props && <ProfileForm {...form.props} />}
      {profile && <ProfileDetails profile={profile} />}
      {!mustSetUp && isExtended && profile && <SecondStepSection onSetUp={() => void leaveSetUp()} />}
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
