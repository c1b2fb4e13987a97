import { useLingui } from '@lingui/react/macro'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LoginForm } from '../features/login/login-form.tsx'
import { isSamePerson } from '../session/current-admin.ts'
import { useSessionEnded } from '../session/session-end.ts'
import { endSession } from '../session/sign-in.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './sign-in-again.module.css'

/** Opens over the screen when the session has ended; what was typed below it stays, and work goes on after it. */
export function SignInAgain() {
  const { t } = useLingui()
  const hasEnded = useSessionEnded()
  const admin = useMe()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  function carryOn(signedIn: CurrentAdmin) {
    if (!isSamePerson(admin, signedIn)) void navigate({ to: '/post-login', replace: true, ignoreBlocker: true })
  }

  function leave() {
    endSession(queryClient)
    void navigate({ to: '/login', replace: true, ignoreBlocker: true })
  }

  return (
    <Dialog title={t`Please log in again`} isOpen={hasEnded} focusField="password">
      <p className={styles.text}>{t`Your session has ended. What you have typed is still there.`}</p>
      <LoginForm initialUsername={admin?.username ?? ''} onSignedIn={carryOn} />
      <div className={styles.leave}>
        <Button variant="quiet" onClick={leave}>
          {t`Leave without saving`}
        </Button>
      </div>
    </Dialog>
  )
}
