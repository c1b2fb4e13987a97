import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/base/button.tsx'
import { useRetry } from '../../ui/feedback/use-retry.ts'
import { Count, Money } from '../../ui/format/money.tsx'
import { StatCard } from '../../ui/layout/stat-card.tsx'
import { useDonationSummary } from './donation-queries.ts'
import styles from './summary-cards.module.css'

/**
 * Four totals over all donations, whatever the filter. An unknown total is a dash, never zero.
 */
export function SummaryCards({ isListHere }: { isListHere: boolean }) {
  const { t } = useLingui()
  const { figures, isPending, isFetching, refetch } = useDonationSummary()
  const retry = useRetry({ isPending, refetch }, undefined)
  return (
    <div className={styles.summary}>
      <div className={styles.cards}>
        <StatCard label={t`Total Amount`} isLoading={isPending} value={<Money amount={figures?.totalAmount} />} />
        <StatCard label={t`This Month`} isLoading={isPending} value={<Money amount={figures?.monthAmount} />} />
        <StatCard label={t`Number of Donations`} isLoading={isPending} value={<Count value={figures?.count} />} />
        <StatCard label={t`Unique Donors`} isLoading={isPending} value={<Count value={figures?.uniqueDonors} />} />
      </div>
      {isListHere && !figures && !isPending && (
        <p className={styles.note}>
          {t`Could not load these totals.`}{' '}
          <Button variant="quiet" isPending={isFetching} onClick={retry}>
            {t`Try again`}
          </Button>
        </p>
      )}
      {figures?.hasOtherCurrency && (
        <p className={styles.note}>
          {t`Some donations are in other currencies. The totals count their amounts as if they were rupees.`}
        </p>
      )}
    </div>
  )
}
