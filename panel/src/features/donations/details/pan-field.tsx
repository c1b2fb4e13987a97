import { useLingui } from '@lingui/react/macro'
import Eye from '~icons/lucide/eye'
import { useIsExtended } from '../../../session/use-is-extended.ts'
import { Button } from '../../../ui/base/button.tsx'
import { DetailField } from '../../../ui/layout/detail-field.tsx'
import { type Donation, useShowPan } from '../list/donation-queries.ts'
import styles from './pan-field.module.css'

/** The PAN of a donation, masked by our server until the user asks for it. */
export function PanField({ donation: { _id, donorPan } }: { donation: Donation }) {
  const { t } = useLingui()
  const full = useShowPan()
  const isExtended = useIsExtended()
  const isFull = full.data !== undefined
  return (
    <DetailField name={t`PAN`}>
      <span ref={isFull ? focusIfLost : undefined} tabIndex={-1}>
        {full.data || donorPan}
      </span>
      {isExtended && !isFull && donorPan.startsWith('•') && (
        <span className={styles.masked} data-print="no">
          <Button icon={<Eye aria-hidden="true" />} isPending={full.isPending} onClick={() => full.mutate(_id)}>
            {t`Show the PAN in full`}
          </Button>
          <span className={styles.quiet}>{t`The history records that you opened it.`}</span>
        </span>
      )}
    </DetailField>
  )
}

/** The button that had focus is gone. Focus on the PAN has it read out. */
function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body || document.activeElement?.matches('[role="dialog"]')) element?.focus()
}
