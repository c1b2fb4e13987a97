import { useLingui } from '@lingui/react/macro'
import Pencil from '~icons/lucide/pencil'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useRetry } from '../../ui/feedback/use-retry.ts'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileForm } from './profile-form.tsx'
import { type ProfileDraft, profileDraft, useProfile } from './profile-queries.ts'

export function ProfilePage() {
  const { t } = useLingui()
  const query = useProfile()
  const retry = useRetry(query, undefined)
  const form = usePageForm<ProfileDraft>()
  const profile = query.data

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
            disabled={!profile?._id}
            onOpen={() => profile && form.add(profileDraft(profile))}
          />
        }
      />
      {form.props && <ProfileForm {...form.props} />}
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
