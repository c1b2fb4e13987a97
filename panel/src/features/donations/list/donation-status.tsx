import { useLingui } from '@lingui/react/macro'
import { statusLabel, statusTone } from '@sevadesk/contract/donations/donation-status.ts'
import { StatusBadge } from '../../../records/status-badge.tsx'
import { useIsExtended } from '../../../session/use-me.ts'
import { formatMoney } from '../../../ui/format/money.tsx'
import styles from './donation-columns.module.css'
import type { Donation } from './donation-queries.ts'

/** The badge of a donation. On our server, a line says what the specified status does not. */
export function DonationStatus({ donation }: { donation: Donation }) {
  const { localStatus, lostAmount, currency } = donation
  const { t, i18n } = useLingui()
  const isExtended = useIsExtended()
  const lost = lostAmount && formatMoney(lostAmount, currency, i18n.locale)
  const isApproved = isExtended && localStatus.toLowerCase() === 'authorized'
  return (
    <span className={styles.status}>
      <StatusBadge label={statusLabel(localStatus)} tone={statusTone(localStatus)} />
      {isExtended && lost && <span className={styles.note}>{t`Dispute lost: ${lost}`}</span>}
      {isApproved && <span className={styles.note}>{t`Money not received yet, so no receipt`}</span>}
    </span>
  )
}
