import { Trans, useLingui } from '@lingui/react/macro'
import Lock from '~icons/lucide/lock'
import LockOpen from '~icons/lucide/lock-open'
import { DateTime } from '../../ui/format/date-time.tsx'
import styles from './book-state.module.css'
import type { Closing } from './cash-book.ts'

/** Says whether a day is open, or who closed it and when. */
export function BookState({ closing, isShort = false }: { closing: Closing | undefined; isShort?: boolean }) {
  const { t } = useLingui()
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
      </span>
    </p>
  )
}
