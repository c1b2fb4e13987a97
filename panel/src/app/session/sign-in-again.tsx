import { useLingui } from '@lingui/react/macro'
import { LoginForm } from '../../features/login/login-form.tsx'
import { leaveEndedSession, useSignInAgain } from '../../session/page-session.ts'
import { answerChallenge, useChallenge } from '../../session/reauthentication.ts'
import { getSession, useSession } from '../../session/session-state.ts'
import type { LoginEntry } from '../../session/sign-in.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './sign-in.module.css'

/**
 * Opens over the page when the server has ended the session, or wants the password before a change.
 * The page below keeps what was typed.
 */
export function SignInAgain() {
  const { t } = useLingui()
  const isEnded = useSession().status === 'ended'
  const isAsked = useChallenge() === 'password'
  const admin = useMe()
  const signInAgain = useSignInAgain()
  const cancel = () => answerChallenge(false)

  async function signIn(entry?: LoginEntry) {
    const result = await signInAgain(entry)
    if (isAsked) answerChallenge(getSession().status === 'active')
    return result
  }

  return (
    <Dialog
      title={isEnded ? t`Please log in again` : t`Enter your password to continue`}
      isOpen={isEnded || isAsked}
      onClose={isEnded ? undefined : cancel}
      focusField="password"
    >
      <p className={styles.text}>
        {isEnded
          ? t`Your session has ended. What you have typed is still here.`
          : t`This change is about how you log in. It logs you out on all other devices.`}
      </p>
      <LoginForm signIn={signIn} initialUsername={admin?.username ?? ''} />
      <div className={styles.leave}>
        <Button variant="quiet" onClick={isEnded ? leaveEndedSession : cancel}>
          {isEnded ? t`Leave without saving` : t`Cancel`}
        </Button>
      </div>
    </Dialog>
  )
}
