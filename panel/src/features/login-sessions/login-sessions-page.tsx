import { Trans, useLingui } from '@lingui/react/macro'
import CircleDot from '~icons/lucide/circle-dot'
import CircleSlash from '~icons/lucide/circle-slash'
import LogOut from '~icons/lucide/log-out'
import Monitor from '~icons/lucide/monitor'
import MonitorCheck from '~icons/lucide/monitor-check'
import MonitorSmartphone from '~icons/lucide/monitor-smartphone'
import ShieldAlert from '~icons/lucide/shield-alert'
import ShieldCheck from '~icons/lucide/shield-check'
import ShieldOff from '~icons/lucide/shield-off'
import Smartphone from '~icons/lucide/smartphone'
import Trash from '~icons/lucide/trash'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { useDeviceText, useLocationText } from '../../ui/format/device-text.ts'
import { Count } from '../../ui/format/money.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StatCard, StatCards } from '../../ui/layout/stat-card.tsx'
import { GatePicture } from '../../ui/pictures/illustration.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import styles from './login-sessions-page.module.css'
import { type LoginSession, otherActive, useLastSeenText, useSessionText } from './session.ts'
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

interface SessionColumns {
  /** Username of the signed-in admin; sessions of other admins show their owner. */
  me: string
  /** Sessions of all pages. The buttons of sessions on equal devices get longer names. */
  all: readonly LoginSession[]
  /** In ms since 1970. */
  fetchedAt: number
  onLogout: (session: LoginSession) => void
  onDelete: (session: LoginSession) => void
  onEndTrust: (session: LoginSession) => void
}

function useSessionColumns(options: SessionColumns): Column<LoginSession>[] {
  const { me, all, fetchedAt, onLogout, onDelete, onEndTrust } = options
  const { t } = useLingui()
  const locationText = useLocationText()
  const deviceText = useDeviceText()
  const sessionText = useSessionText(fetchedAt)

  function buttonName(session: LoginSession): string {
    const name = deviceText(session.device)
    return all.some(({ id, device }) => id !== session.id && deviceText(device) === name) ? sessionText(session) : name
  }

  return [
    {
      id: 'device',
      head: t`Device`,
      kind: 'title',
      width: 27,
      cell: (session) => <Device session={session} me={me} />,
    },
    { id: 'location', head: t`Location`, width: 19, cell: ({ location }) => locationText(location) },
    { id: 'ip', head: t`IP address`, width: 16, cell: ({ ip }) => ip && <span translate="no">{ip}</span> },
    {
      id: 'seen',
      head: t`Last seen`,
      width: 20,
      cell: (session) => <LastSeen session={session} fetchedAt={fetchedAt} />,
    },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: 18,
      cell: (session) => (
        <Actions
          session={session}
          name={buttonName(session)}
          onLogout={onLogout}
          onDelete={onDelete}
          onEndTrust={onEndTrust}
        />
      ),
    },
  ]
}

function Device({ session, me }: { session: LoginSession; me: string }) {
  const { t } = useLingui()
  const deviceText = useDeviceText()
  const { device, isCurrent, username, trustedUntil } = session
  const Icon = isPhone(device) ? Smartphone : Monitor
  return (
    <span className={styles.device}>
      <Icon className={styles.picture} aria-hidden="true" />
      <span className={styles.name}>
        {deviceText(device)}
        {isCurrent && <span className={styles.here}>{t`This device`}</span>}
        {trustedUntil !== undefined && (
          <span className={styles.trusted}>
            <ShieldCheck aria-hidden="true" />
            <span>
              <Trans>
                Trusted until <DateTime moment={trustedUntil} />
              </Trans>
            </span>
          </span>
        )}
        {username && me && username !== me && <span className={styles.owner}>{username}</span>}
      </span>
    </span>
  )
}

function LastSeen({ session, fetchedAt }: { session: LoginSession; fetchedAt: number }) {
  const { t } = useLingui()
  const lastSeenText = useLastSeenText()
  const { lastSeenAt, isActive } = session
  const label = lastSeenText(lastSeenAt, fetchedAt)
  return (
    <span className={styles.seen}>
      {label && (
        <span className={styles.label}>
          {isActive && <CircleDot aria-hidden="true" />}
          {label}
        </span>
      )}
      {!isActive && (
        <span className={styles.inactive}>
          <CircleSlash aria-hidden="true" />
          {t`Inactive`}
        </span>
      )}
    </span>
  )
}

function Actions({
  session,
  name: device,
  onLogout,
  onDelete,
  onEndTrust,
}: Pick<SessionColumns, 'onLogout' | 'onDelete' | 'onEndTrust'> & { session: LoginSession; name: string }) {
  const { t } = useLingui()
  const isOutOfReach = session.sessionId === ''
  return (
    <>
      {session.trustedUntil !== undefined && (
        <IconButton
          label={t`End trust in ${device}`}
          icon={<ShieldOff aria-hidden="true" />}
          onClick={() => onEndTrust(session)}
        />
      )}
      {session.isActive && (
        <IconButton
          label={t`Logout ${device}`}
          icon={<LogOut aria-hidden="true" />}
          disabled={isOutOfReach}
          onClick={() => onLogout(session)}
        />
      )}
      <IconButton
        label={t`Delete ${device}`}
        tone="danger"
        icon={<Trash aria-hidden="true" />}
        disabled={isOutOfReach}
        onClick={() => onDelete(session)}
      />
    </>
  )
}

function isPhone(device: string): boolean {
  return /android|iphone|ipad|ipod|ios\b|phone|mobile|tablet/i.test(device)
}
