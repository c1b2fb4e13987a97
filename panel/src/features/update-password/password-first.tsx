import { useLingui } from '@lingui/react/macro'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './password-first.module.css'
import { PasswordForm } from './password-form.tsx'

interface PasswordFirstProps {
  isOpen: boolean
  /** Somebody lets go of what was typed. */
  onLeave: () => void
}

/** Opens over the screen when the password has to be changed in the middle of work; what was typed below it stays, and work goes on after it. */
export function PasswordFirst({ isOpen, onLeave }: PasswordFirstProps) {
  const { t } = useLingui()
  const admin = useMe()

  return (
    <Dialog title={t`Choose your own password first.`} isOpen={isOpen} focusField="oldPassword">
      <p className={styles.text}>
        {t`Your current password was created for you, and others may know it. What you typed is still here.`}
      </p>
      <PasswordForm username={admin?.username ?? ''} isInDialog onChanged={() => {}} />
      <div className={styles.leave}>
        <Button variant="quiet" onClick={onLeave}>
          {t`Leave without saving`}
        </Button>
      </div>
    </Dialog>
  )
}
