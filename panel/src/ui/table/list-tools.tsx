import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import ListFilter from '~icons/lucide/list-filter'
import { Button } from '../base/button.tsx'
import { Count } from '../format/money.tsx'
import styles from './list-tools.module.css'

/** The row of search, filters and sort order above a list. */
export function ListTools({ children }: { children: ReactNode }) {
  return (
    <div className={styles.tools} data-print="no">
      {children}
    </div>
  )
}

/** Prints the active filters as text, since the filter controls are not printed. */
export function PrintedFilters({ parts }: { parts: readonly (string | false)[] }) {
  const chosen = parts.filter((part) => part !== false)
  return chosen.length > 0 ? <p className={styles.choice}>{chosen.join(' · ')}</p> : null
}

interface FilterFoldProps {
  /** How many filters are set. */
  count: number
  /** `FilterSelect`s. */
  children: ReactNode
}

/** The filters of a list. On a phone a button shows and hides them. */
export function FilterFold({ count, children }: FilterFoldProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className={styles.opener} data-print="no">
        <Button
          icon={<ListFilter aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? (
            t`Filter`
          ) : (
            <Trans>
              Filter (<Count value={count} />)
            </Trans>
          )}
        </Button>
      </div>
      <div id={id} className={styles.choices} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
