import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import ShieldCheck from '~icons/lucide/shield-check'
import ShieldOff from '~icons/lucide/shield-off'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { QueryState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { useRenewRecoveryCodes, useSecondStep, useTurnOffSecondStep } from '../second-step-queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-step-section.module.css'
import { SetUp } from './set-up.tsx'
import { useSetUp } from './use-set-up.ts'

/** Turns two-step sign-in on and off, and makes new recovery codes. */
export function SecondStepSection({ onSetUp }: { onSetUp: () => void }) {
  const { t } = useLingui()
  const query = useSecondStep()
  const setUp = useSetUp(onSetUp)
  const step = query.data

  return (
    <section className={styles.card} aria-labelledby="second-step">
      <h2 id="second-step" className={styles.title} tabIndex={-1}>
        {t`Two-step sign-in`}
      </h2>
      {setUp.codes && <RecoveryCodes codes={setUp.codes} onDone={setUp.finish} />}
      {!setUp.codes && setUp.secret && <SetUp secret={setUp.secret} setUp={setUp} />}
      {!setUp.codes && !setUp.secret && step && <State step={step} setUp={setUp} />}
      <QueryState query={query} loading={t`Loading two-step sign-in...`} failed={t`Failed to load two-step sign-in`}>
        <Skeleton />
      </QueryState>
    </section>
  )
}

interface StateProps {
  step: NonNullable<ReturnType<typeof useSecondStep>['data']>
  setUp: ReturnType<typeof useSetUp>
}

function State({ step, setUp }: StateProps) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const renewal = useRenewRecoveryCodes()
  const turnOff = useTurnOffSecondStep()
  const { isOn, turnedOnAt, recoveryCodesLeft, isRequired } = step

  async function askAndTurnOff() {
    const isSure = await confirm({
      title: t`Turn off two-step sign-in?`,
      text: t`Your password alone will then be enough to log in. Your recovery codes end too.`,
      confirmLabel: t`Turn off`,
      tone: 'danger',
    })
    if (isSure) turnOff.mutate()
  }

  async function askAndRenew() {
    const isSure = await confirm({
      title: t`Make new recovery codes?`,
      text: t`The codes that you have now will stop working.`,
      confirmLabel: t`Make new codes`,
    })
    if (isSure) renewal.mutate(undefined, { onSuccess: setUp.showCodes })
  }

  if (!isOn) {
    return (
      <>
        <p className={styles.state}>
          <ShieldOff aria-hidden="true" />
          <strong>{t`Off`}</strong>
        </p>
        <p>{t`With it, you log in with your password and a code from your phone. A stolen password alone is then not enough.`}</p>
        <div className={styles.actions}>
          <Button isPending={setUp.isStarting} onClick={setUp.start}>
            {t`Set up`}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p className={styles.state} data-on>
        <ShieldCheck aria-hidden="true" />
        <strong>{t`On`}</strong>
        {turnedOnAt && <DateTime moment={turnedOnAt} />}
      </p>
      <p data-few={recoveryCodesLeft < 3 || undefined} className={styles.left}>
        {t`${plural(recoveryCodesLeft, {
          0: 'No recovery codes are left. Make new ones, in case you lose your phone.',
          one: '# recovery code is left.',
          other: '# recovery codes are left.',
        })}`}
      </p>
      <div className={styles.actions}>
        <Button isPending={renewal.isPending} onClick={() => void askAndRenew()}>
          {t`Make new recovery codes`}
        </Button>
        <Button isPending={setUp.isStarting} onClick={setUp.start}>
          {t`Set up another phone`}
        </Button>
        {!isRequired && (
          <Button variant="danger" isPending={turnOff.isPending} onClick={() => void askAndTurnOff()}>
            {t`Turn off`}
          </Button>
        )}
      </div>
    </>
  )
}
