import { useLingui } from '@lingui/react/macro'
import { mayOpenEverything } from '@sevadesk/contract/accounts/section.ts'
import { useNavigate } from '@tanstack/react-router'
import Pencil from '~icons/lucide/pencil'
import ShieldAlert from '~icons/lucide/shield-alert'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useRoleName, useSectionName } from '../../records/account-names.ts'
import { useIsExtended, useMe } from '../../session/use-me.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { QueryState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { fieldProps } from '../../ui/form/use-form.ts'
import { type PageFormProps, usePageForm } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { UNKNOWN } from '../../ui/format/money.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import styles from './profile-page.module.css'
import {
  type Profile,
  type ProfileDraft,
  profileDraft,
  readProfileDraft,
  useProfile,
  useSaveProfile,
} from './profile-queries.ts'
import { SecondStepSection } from './second-step/second-step-section.tsx'
import { useRefetchAdmin } from './second-step-queries.ts'

export function ProfilePage() {
  const { t } = useLingui()
  const query = useProfile()
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
      <QueryState query={query} loading={t`Loading profile...`} failed={t`Failed to load profile`}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </QueryState>
    </>
  )
}

/** The user's own account. Role, sections and joined date cannot be edited. */
function ProfileDetails({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const { username, email, role, createdAt } = profile
  return (
    <section className={styles.card} aria-label={t`Profile`}>
      <div className={styles.head}>
        <span className={styles.initial} data-initial={Array.from(username)[0]?.toUpperCase()} aria-hidden="true" />
        <div className={styles.who}>
          <p className={styles.name}>{username || UNKNOWN}</p>
          <p className={styles.email}>{email || UNKNOWN}</p>
        </div>
      </div>
      <dl>
        <DetailField name={t`Role`}>{roleName(role)}</DetailField>
        <DetailField name={t`Sections`}>
          <Sections profile={profile} />
        </DetailField>
        <DetailField name={t`Joined on`}>
          <DateTime moment={createdAt} />
        </DetailField>
      </dl>
      <p className={styles.note}>{t`Only another admin can change your role and sections.`}</p>
    </section>
  )
}

function Sections({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const sectionName = useSectionName()
  const sections = [...new Set(profile.sections)]
  if (mayOpenEverything(profile)) return sectionName('All')
  if (sections.length === 0) return t`None`
  return (
    <ul className={styles.sections}>
      {sections.map((key) => (
        <li key={key}>{sectionName(key)}</li>
      ))}
    </ul>
  )
}

/**
 * Username and e-mail of the user's account. The draft is sent as entered; the server validates it.
 */
function ProfileForm(props: PageFormProps<ProfileDraft>) {
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

  return (
    <FormPanel form={form} title={t`Edit profile`} focusRequest={focusRequest}>
      <TextField
        {...fieldProps(form, 'username')}
        label={t`Username`}
        description={t`You use this to log in.`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...fieldProps(form, 'email')}
        label={t`Email`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormPanel>
  )
}
