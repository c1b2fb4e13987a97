import { Trans, useLingui } from '@lingui/react/macro'
import CalendarDays from '~icons/lucide/calendar-days'
import HandCoins from '~icons/lucide/hand-coins'
import ReceiptText from '~icons/lucide/receipt-text'
import Users from '~icons/lucide/users-round'
import { useIsExtended } from '../../../session/use-me.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useRetry } from '../../../ui/feedback/error-state.tsx'
import { Count, Money } from '../../../ui/format/money.tsx'
import { StatCard, StatCards } from '../../../ui/layout/stat-card.tsx'
import { useDonationSummary } from './donation-queries.ts'
import styles from './summary-cards.module.css'

/**
 * Four totals over all donations, whatever the filter. An unknown total is a dash, never zero.
 */
export function SummaryCards({ isListHere }: { isListHere: boolean }) {
  const { t } = useLingui()
  const { figures, isPending, isFetching, refetch } = useDonationSummary()
  const isExtended = useIsExtended()
  const hasNote = figures ? figures.successfulCount !== undefined : isExtended && isPending
  const retry = useRetry({ isPending, refetch }, undefined)
  return (
    <div className={styles.summary}>
      <StatCards isCompact>
        <StatCard
          label={t`Total Amount`}
          icon={<HandCoins />}
          isLoading={isPending}
          value={<Money amount={figures?.totalAmount} />}
        />
        <StatCard
          label={t`This Month`}
          icon={<CalendarDays />}
          isLoading={isPending}
          value={<Money amount={figures?.monthAmount} />}
        />
        <StatCard
          label={t`Number of Donations`}
          icon={<ReceiptText />}
          isLoading={isPending}
          value={<Count value={figures?.count} />}
          note={hasNote && <Successful count={figures?.successfulCount} />}
        />
        <StatCard
          label={t`Unique Donors`}
          icon={<Users />}
          isLoading={isPending}
          value={<Count value={figures?.uniqueDonors} />}
        />
      </StatCards>
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

/** Empty until the count has loaded. */
function Successful({ count }: { count: number | undefined }) {
  if (count === undefined) return '\u00a0'
  return (
    <Trans>
      <Count value={count} /> successful
    </Trans>
  )
}
