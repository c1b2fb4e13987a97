import { useLingui } from '@lingui/react/macro'
import { LoginForm } from '../../features/login/login-form.tsx'
import { leaveEndedSession, useSignInAgain } from '../../session/page-session.ts'
import { useSession } from '../../session/session-state.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './sign-in.module.css'

/**
 * Opens over the page when the server has ended the session. The page below keeps what was typed.
 */
export function SignInAgain() {
  const { t } = useLingui()
  const { status } = useSession()
  const admin = useMe()
  const signInAgain = useSignInAgain()

  return (
    <Dialog title={t`Please log in again`} isOpen={status === 'ended'} focusField="password">
      <p className={styles.text}>{t`Your session has ended. What you have typed is still here.`}</p>
      <LoginForm signIn={signInAgain} initialUsername={admin?.username ?? ''} />
      <div className={styles.leave}>
        <Button variant="quiet" onClick={leaveEndedSession}>
          {t`Leave without saving`}
        </Button>
      </div>
    </Dialog>
  )
}
