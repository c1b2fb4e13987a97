import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import styles from './dashboard-page.module.css'
import { useIsBackupOverdue } from './dashboard-queries.ts'

/** For superadmins, when the last good backup is old. */
export function BackupWarning() {
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
