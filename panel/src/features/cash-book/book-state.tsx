import { Trans, useLingui } from '@lingui/react/macro'
import Lock from '~icons/lucide/lock'
import LockOpen from '~icons/lucide/lock-open'
import { HistoryLink } from '../../records/history-link.tsx'
import { DateTime, formatDay } from '../../ui/format/date-time.tsx'
import styles from './book-state.module.css'
import type { Closing } from './cash-book-queries.ts'

interface BookStateProps {
  closing: Closing | undefined
  /** Links to the history of this day, if it is closed. */
  day?: string
  isShort?: boolean
}

/** Says whether a day is open, or who closed it and when. */
export function BookState({ closing, day, isShort = false }: BookStateProps) {
  const { t, i18n } = useLingui()
  const Icon = closing ? Lock : LockOpen
  const { closedBy, closedAt } = closing ?? {}
  return (
    <p className={styles.state} data-closed={closing ? true : undefined}>
      <Icon aria-hidden="true" />
      <span>
        {!closing && t({ message: 'Open', context: 'the cash book of a day' })}
        {closing && isShort && t({ message: 'Closed', context: 'the cash book of a day' })}
        {closing && !isShort && (
          <Trans>
            Closed by {closedBy}, <DateTime moment={closedAt} format="date-time" />
          </Trans>
        )}
        {closing && day !== undefined && (
          <span data-print="no">
            {' · '}
            <HistoryLink kind="cash-book" id={day} name={formatDay(day, i18n.locale)} look="text" />
          </span>
        )}
      </span>
    </p>
  )
}
