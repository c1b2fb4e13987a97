import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import KeyRound from '~icons/lucide/key-round'
import { useMe } from '../../session/use-me.ts'
import { PageHeader, pageHeading } from '../../ui/layout/page-header.tsx'
import { PasswordForm } from './password-form.tsx'
import styles from './update-password-page.module.css'

/** After a login with a temporary password, this is the only page until the password is changed. */
export function UpdatePasswordPage() {
  const { t } = useLingui()
  const admin = useMe()
  const navigate = useNavigate()
  const mustChange = admin?.mustChangePassword ?? false

  return (
    <>
      <PageHeader
        title={t`Update Password`}
        purpose={t`Changing your password logs you out on all other devices. You stay logged in here.`}
      />
      {mustChange && (
        <p className={styles.notice}>
          <KeyRound aria-hidden="true" />
          <span>
            <strong>{t`Choose your own password first.`}</strong>{' '}
            {t`Your current password was created for you, and others may know it. After you change it, you can use the other pages.`}
          </span>
        </p>
      )}
      <PasswordForm
        username={admin?.username ?? ''}
        onChanged={() => {
          if (mustChange) void navigate({ to: '/post-login', replace: true })
          else pageHeading()?.focus()
        }}
      />
    </>
  )
}
