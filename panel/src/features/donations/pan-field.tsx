import { useLingui } from '@lingui/react/macro'
import Eye from '~icons/lucide/eye'
import { Button } from '../../ui/base/button.tsx'
import { DetailField } from './detail-field.tsx'
import { type Donation, useMasksPan, useShowPan } from './donation-queries.ts'
import styles from './pan-field.module.css'

/** The PAN of a donation, masked by our server until the user asks for it. */
export function PanField({ donation: { _id, donorPan } }: { donation: Donation }) {
  const { t } = useLingui()
  const full = useShowPan()
  const masksPan = useMasksPan()
  const isFull = full.data !== undefined
  return (
    <DetailField name={t`PAN`}>
      <span ref={isFull ? focus : undefined} tabIndex={-1}>
        {full.data ?? donorPan}
      </span>
      {masksPan && !isFull && donorPan.startsWith('•') && (
        <span className={styles.masked} data-print="no">
          <Button icon={<Eye aria-hidden="true" />} isPending={full.isPending} onClick={() => full.mutate(_id)}>
            {t`Show numbers in full`}
          </Button>
          <span className={styles.quiet}>{t`The history records that you opened them.`}</span>
        </span>
      )}
    </DetailField>
  )
}

/** The button is gone: without this, focus would leave the dialog's fields, and nothing be read out. */
function focus(element: HTMLElement | null): void {
  element?.focus()
}
