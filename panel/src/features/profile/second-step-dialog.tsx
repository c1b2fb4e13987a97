import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './second-step/dialog-text.module.css'
import { RecoveryCodes } from './second-step/recovery-codes.tsx'
import { SetUp } from './second-step/set-up.tsx'
import { useSetUp } from './second-step/use-set-up.ts'
import { useRefetchAdmin } from './second-step-queries.ts'

interface SecondStepDialogProps {
  isOpen: boolean
  /** Called when the user chooses to discard the unsaved changes. */
  onLeave: () => void
}

/** Sets up the required second step over the current screen, which keeps everything typed. */
export function SecondStepDialog({ isOpen, onLeave }: SecondStepDialogProps) {
  const { t } = useLingui()
  const refetchAdmin = useRefetchAdmin()
  const setUp = useSetUp(() => void refetchAdmin())
  const { secret, codes } = setUp

  return (
    <Dialog title={t`Set up two-step sign-in first.`} isOpen={isOpen}>
      {codes && <RecoveryCodes codes={codes} onDone={setUp.finish} />}
      {!codes && secret && <SetUp secret={secret} setUp={setUp} />}
      {!codes && !secret && (
        <>
          <p className={styles.text}>
            {t`Your trust requires a code from your phone at each sign-in. What you typed is still here.`}
          </p>
          <Button variant="primary" isWide isPending={setUp.isStarting} onClick={setUp.start}>
            {t`Set up`}
          </Button>
        </>
      )}
      {!codes && (
        <div className={styles.leave}>
          <Button
            variant="quiet"
            disabled={setUp.isConfirming}
            onClick={() => {
              setUp.cancel()
              onLeave()
            }}
          >
            {t`Leave without saving`}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
