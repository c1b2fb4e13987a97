import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { LoginForm } from '../../features/login/login-form.tsx'
import { useSessionEnded } from '../../session/session-end.ts'
import { leaveEndedSession } from '../../session/sign-in.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './sign-in-again.module.css'

/** Opens over the screen when the session has ended; what was typed below it stays, and work goes on after it. */
export function SignInAgain() {
  const { t } = useLingui()
  const hasEnded = useSessionEnded()
  const admin = useMe()
  const queryClient = useQueryClient()

  return (
    <Dialog title={t`Please log in again`} isOpen={hasEnded} focusField="password">
      <p className={styles.text}>{t`Your session has ended. What you have typed is still there.`}</p>
      <LoginForm
        initialUsername={admin?.username ?? ''}
        otherNameNote={t`If you log in with another name, what was typed here is lost, in other tabs too.`}
      />
      <div className={styles.leave}>
        <Button variant="quiet" onClick={() => leaveEndedSession(queryClient)}>
          {t`Leave without saving`}
        </Button>
      </div>
    </Dialog>
  )
}
