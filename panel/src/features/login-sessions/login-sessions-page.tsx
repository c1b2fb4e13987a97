import { useLingui } from '@lingui/react/macro'
import LogOut from '~icons/lucide/log-out'
import MonitorCheck from '~icons/lucide/monitor-check'
import MonitorSmartphone from '~icons/lucide/monitor-smartphone'
import ShieldAlert from '~icons/lucide/shield-alert'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Count } from '../../ui/format/money.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StatCard, StatCards } from '../../ui/layout/stat-card.tsx'
import { GatePicture } from '../../ui/pictures/illustration.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import styles from './login-sessions-page.module.css'
import { otherActive } from './session.ts'
import { useSessionColumns } from './session-columns.tsx'
import { SESSIONS_PER_PAGE, useSessions } from './session-queries.ts'
import { useSessionActions } from './use-session-actions.ts'

/** The specification fixes this count (section 9). */
const SUSPICIOUS_SESSIONS = 0

/** The sessions of the signed-in admin, with logout and delete. */
export function LoginSessionsPage() {
  const { t } = useLingui()
  const admin = useMe()
  const address = useListAddress()
  const { all, list, fetchedAt } = useSessions(address.page, admin !== null)
  useShownPage(address, list)

  const actions = useSessionActions(list.rows ?? [], fetchedAt)
  const columns = useSessionColumns({
    me: admin?.username ?? '',
    all: all ?? [],
    fetchedAt,
    onLogout: actions.askAndLogout,
    onDelete: actions.requestDeletion,
    onEndTrust: actions.endTrust,
  })

  return (
    <>
      <PageHeader
        title={t`Login Sessions`}
        purpose={t`The phones and computers where you are logged in.`}
        action={
          <Button
            icon={<LogOut aria-hidden="true" />}
            disabled={all ? otherActive(all).length === 0 : list.isPending}
            isPending={actions.isEndingOthers}
            onClick={actions.askAndLogoutOthers}
          >
            {t`Logout all others`}
          </Button>
        }
      />
      <div className={styles.figures}>
        <StatCards>
          <StatCard
            label={t`Total sessions`}
            icon={<MonitorSmartphone />}
            isLoading={list.isPending}
            value={<Count value={all?.length} />}
          />
          <StatCard
            label={t`Active sessions`}
            icon={<MonitorCheck />}
            isLoading={list.isPending}
            value={<Count value={all?.filter(({ isActive }) => isActive).length} />}
          />
          <StatCard
            label={t`Suspicious sessions`}
            icon={<ShieldAlert />}
            value={<Count value={SUSPICIOUS_SESSIONS} />}
          />
        </StatCards>
      </div>
      <DataTablePages
        labels={{
          table: t`Login Sessions`,
          loading: t`Loading sessions...`,
          fetchFailed: t`Failed to fetch sessions`,
        }}
        columns={columns}
        list={list}
        perPage={SESSIONS_PER_PAGE}
        onPageChange={address.setPage}
        leavingId={actions.leavingId}
        empty={
          <EmptyState
            picture={<GatePicture />}
            title={t`No sessions found.`}
            text={t`Every phone and computer where you log in appears here.`}
          />
        }
      />
    </>
  )
}
