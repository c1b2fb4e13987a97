import { useLingui } from '@lingui/react/macro'
import { statusLabel, statusTone } from '@sevadesk/contract/donations/donation-status.ts'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import { useIsExtended } from '../session/use-me.ts'
import { formatMoney } from '../ui/format/money.tsx'
import styles from './status-badge.module.css'
import { StatusBadge } from './status-badge.tsx'

type Shown = Pick<DonationEntry, 'localStatus' | 'lostAmount' | 'currency'>

/** The badge of a donation. On our server, a line says what the specified status does not. */
export function DonationStatus({ donation }: { donation: Shown }) {
  const { localStatus, lostAmount, currency } = donation
  const { t, i18n } = useLingui()
  const isExtended = useIsExtended()
  const lost = formatMoney(lostAmount, currency, i18n.locale)
  const approved = localStatus.toLowerCase() === 'authorized' && t`Not received yet`
  const note = lostAmount ? t`Dispute lost: ${lost}` : approved
  return (
    <span className={styles.status}>
      <StatusBadge label={statusLabel(localStatus)} tone={statusTone(localStatus)} />
      {isExtended && note && <span className={styles.note}>{note}</span>}
    </span>
  )
}
