import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import { Button } from '../../../ui/base/button.tsx'
import { pageHeading } from '../../../ui/layout/page-header.tsx'
import { withUniqueKeys } from '../../../ui/table/row-id.ts'
import { HeldPaymentItem } from './held-payment-item.tsx'
import { useHeldPayments } from './held-payment-queries.ts'
import styles from './held-payments.module.css'

/**
 * Payments that were received but not recorded: a line with their number that opens the list.
 * Renders nothing if there are none, or if the backend does not list them.
 */
export function HeldPayments() {
  const { t } = useLingui()
  const { data, isError, isFetching, refetch } = useHeldPayments()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const listId = useId()

  if (!data && isError) {
    return (
      <p className={styles.failed}>
        {t`Could not load the payments to check.`}{' '}
        <Button variant="quiet" isPending={isFetching} onClick={() => void refetch()}>{t`Try again`}</Button>
      </p>
    )
  }
  if (!data || data.total === 0) return null
  const { rows, total } = data

  /** The resolved payment leaves the list, and with the last one the line. */
  function focusAfterResolving() {
    if (total > 1) opener.current?.focus()
    else pageHeading()?.focus()
  }

  return (
    <section className={styles.section} aria-label={t`Payments to check`} data-print="no">
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown aria-hidden="true" />
        {t`${plural(total, { one: '# payment to check', other: '# payments to check' })}`}
      </button>
      {isOpen && (
        <div id={listId}>
          <p className={styles.purpose}>
            {t`These payments were received on Razorpay but not recorded. Decide what happens to each.`}
          </p>
          <ul className={styles.list}>
            {withUniqueKeys(rows).map(([key, held]) => (
              <HeldPaymentItem key={key} held={held} onResolved={focusAfterResolving} />
            ))}
          </ul>
          {total > rows.length && <p className={styles.purpose}>{t`The oldest ${rows.length} are shown.`}</p>}
        </div>
      )}
    </section>
  )
}
