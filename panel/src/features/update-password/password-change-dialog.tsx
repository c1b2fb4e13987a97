import { useLingui } from '@lingui/react/macro'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './password-change-dialog.module.css'
import { PasswordForm } from './password-form.tsx'

interface PasswordChangeDialogProps {
  isOpen: boolean
  /** Called when the user chooses to discard the unsaved changes. */
  onLeave: () => void
}

/** Asks for a new password over the current screen, which keeps everything typed. */
export function PasswordChangeDialog({ isOpen, onLeave }: PasswordChangeDialogProps) {
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
