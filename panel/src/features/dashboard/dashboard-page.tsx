import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CalendarDays from '~icons/lucide/calendar-days'
import HandCoins from '~icons/lucide/hand-coins'
import ShieldCheck from '~icons/lucide/shield-check'
import { useMe } from '../../session/use-me.ts'
import { useTrust } from '../../ui/base/trust.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Count, Money } from '../../ui/format/money.tsx'
import { StatCard, StatCards } from '../../ui/layout/stat-card.tsx'
import { LampPicture } from '../../ui/pictures/illustration.tsx'
import styles from './dashboard-page.module.css'
import { adminCountQuery, useEventCount, useIsBackupOverdue, useSuccessfulDonations } from './dashboard-queries.ts'
import { LatestDonations } from './latest-donations.tsx'

/** The first screen after login. An unknown figure is a dash, never zero. */
export function DashboardPage() {
  const { t } = useLingui()
  const donations = useSuccessfulDonations()
  const { hasDates, count: events } = useEventCount()
  const admins = useQuery(adminCountQuery)

  return (
    <div className={styles.page}>
      <WelcomeBanner />
      <BackupWarning />
      <StatCards>
        <StatCard
          label={t`Donations`}
          icon={<HandCoins />}
          isLoading={donations.isPending}
          value={<Money amount={donations.data?.totalAmount} />}
          note={t`All successful donations`}
        />
        <StatCard
          label={t`Upcoming Events`}
          icon={<CalendarDays />}
          isLoading={events.isPending}
          value={<Count value={events.data} />}
          note={hasDates ? t`Coming up, or without a date` : t`Events on the site`}
        />
        <StatCard
          label={t`Admins`}
          icon={<ShieldCheck />}
          isLoading={admins.isPending}
          value={<Count value={admins.data} />}
          note={t`Accounts with the role admin`}
        />
      </StatCards>
      {donations.data?.hasOtherCurrency && (
        <p className={styles.note}>
          {t`Some donations are in other currencies. The totals count their amounts as if they were rupees.`}
        </p>
      )}
      <LatestDonations donations={donations.data?.latest} isLoading={donations.isPending} />
    </div>
  )
}

/** For superadmins, when the last good backup is old. */
function BackupWarning() {
  const isOverdue = useIsBackupOverdue()
  if (!isOverdue) return null
  return (
    <div className={styles.warning}>
      <ErrorLine>
        <span>
          <Trans>
            There is no backup from the last 48 hours. <Link to="/system">See the system</Link>
          </Trans>
        </span>
      </ErrorLine>
    </div>
  )
}

function WelcomeBanner() {
  const { t } = useLingui()
  const username = useMe()?.username
  const { trustName } = useTrust()
  return (
    <header className={styles.banner}>
      <div className={styles.words}>
        <p className={styles.date}>
          <DateTime moment={Date.now()} format="long-date" />
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {username ? t`Welcome, ${username}` : t`Welcome`}
        </h1>
        <p className={styles.purpose}>{t`Here is an overview of ${trustName}.`}</p>
      </div>
      <LampPicture />
    </header>
  )
}
