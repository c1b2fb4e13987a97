import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { Count } from '../format/money.tsx'
import styles from './pager.module.css'
import { pagerWindow } from './pager-window.ts'

interface PagerProps {
  /** From 1. */
  page: number
  /** Rows on all pages. */
  total: number
  /** There are more rows than `total`. */
  isCapped?: boolean | undefined
  perPage: number
  onPageChange: (page: number) => void
}

/** The range of rows on this page, and buttons for the other pages. */
export function Pager({ page, total, isCapped, perPage, onPageChange }: PagerProps) {
  const { t } = useLingui()
  const pageCount = Math.max(1, Math.ceil(total / perPage))
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  return (
    <div className={styles.pager}>
      <p className={styles.range}>
        {isCapped ? (
          <Trans>
            <Count value={first} />–<Count value={last} /> of <Count value={total} />+
          </Trans>
        ) : (
          <Trans>
            <Count value={first} />–<Count value={last} /> of <Count value={total} />
          </Trans>
        )}
      </p>
      {pageCount > 1 && (
        <nav aria-label={t`Pages`} className={styles.steps} data-print="no">
          <Step isAtEnd={page <= 1} onClick={() => onPageChange(page - 1)}>
            <ChevronLeft aria-hidden="true" />
            {t({ message: 'Prev', context: 'page' })}
          </Step>
          <Numbers page={page} pageCount={pageCount} onPageChange={onPageChange} />
          <Step isAtEnd={page >= pageCount} onClick={() => onPageChange(page + 1)}>
            {t({ message: 'Next', context: 'page' })}
            <ChevronRight aria-hidden="true" />
          </Step>
        </nav>
      )}
    </div>
  )
}

/** On the first or last page the button is only `aria-disabled`, so that it keeps focus. */
function Step({ isAtEnd, onClick, children }: { isAtEnd: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-disabled={isAtEnd || undefined}
      onClick={isAtEnd ? undefined : onClick}
    >
      {children}
    </button>
  )
}

function Numbers({ page, pageCount, onPageChange }: Pick<PagerProps, 'page' | 'onPageChange'> & { pageCount: number }) {
  const { t } = useLingui()
  return (
    <ul className={styles.numbers}>
      {pagerWindow(page, pageCount).map((item, index) => {
        if (item === 'gap') {
          return (
            <li key={index === 1 ? 'before' : 'after'} className={styles.gap} aria-hidden="true">
              …
            </li>
          )
        }
        return (
          <li key={item}>
            <button
              type="button"
              className={styles.number}
              aria-label={t`Page ${item}`}
              aria-current={item === page ? 'page' : undefined}
              onClick={() => onPageChange(item)}
            >
              <Count value={item} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
