import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import ListFilter from '~icons/lucide/list-filter'
import X from '~icons/lucide/x'
import { Button } from '../base/button.tsx'
import { Count } from '../format/money.tsx'
import { pageHeading } from '../layout/page-header.tsx'
import styles from './list-tools.module.css'

/** The row of search, filters and sort order above a list. `isCompact` puts labels beside the boxes. */
export function ListTools({ children, isCompact }: { children: ReactNode; isCompact?: boolean }) {
  return (
    <div className={styles.tools} data-compact={isCompact} data-print="no">
      {children}
    </div>
  )
}

export interface FilterChip {
  /** "Purpose: Annadaan" */
  text: string
  onRemove: () => void
}

/** The filters that are set. A press removes one, and focus moves to the next. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const { t } = useLingui()
  if (chips.length === 0) return null

  function remove({ onRemove }: FilterChip, { parentElement: item }: HTMLElement) {
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    const target = next?.querySelector('button') ?? pageHeading()
    target?.focus()
    onRemove()
  }

  return (
    <ul className={styles.chips} aria-label={t`Filters that are set`} data-print="no">
      {chips.map((chip) => (
        <li key={chip.text}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t`Remove filter: ${chip.text}`}
            onClick={(event) => remove(chip, event.currentTarget)}
          >
            {chip.text}
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
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
  /** Further ones, which the button shows and hides on wide screens too. `FilterChips` then say what is set. */
  more?: ReactNode
}

/** The filters of a list. On a phone a button shows and hides them. */
export function FilterFold({ count, children, more }: FilterFoldProps) {
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
      {more && (
        <>
          <div className={styles.moreOpener} data-print="no">
            <Button aria-expanded={isOpen} aria-controls={`${id}-more`} onClick={() => setOpen(!isOpen)}>
              {t`More filters`}
            </Button>
          </div>
          <div id={`${id}-more`} className={styles.more} data-open={isOpen || undefined}>
            {more}
          </div>
        </>
      )}
    </>
  )
}
