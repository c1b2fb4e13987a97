import { Trans } from '@lingui/react/macro'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { Count, Money } from '../../../ui/format/money.tsx'
import type { TablePage } from '../../../ui/table/data-table-pages.tsx'
import { type Donation, type MatchFigures, useMatchFigures } from './donation-queries.ts'
import styles from './match-line.module.css'

interface MatchLineProps {
  filter: DonationFilter
  list: TablePage<Donation>
}

/** How many donations match the search and filters, how many of them are successful, and their sum. */
export function MatchLine({ filter, list }: MatchLineProps) {
  const { rows, total, isCapped, isOutdated } = list
  // Waits for the list, so that typing does not request figures at each key.
  const figures = useMatchFigures(filter, rows !== undefined && !isOutdated && !isCapped && total > 0)
  if (rows && total === 0) return null
  return <p className={styles.matches}>{rows && <Figures total={total} isCapped={isCapped} figures={figures} />}</p>
}

interface FiguresProps {
  total: number
  isCapped: boolean
  figures: MatchFigures | undefined
}

function Figures({ total, isCapped, figures }: FiguresProps) {
  if (isCapped) {
    return (
      <Trans>
        More than <Count value={total} /> found
      </Trans>
    )
  }
  if (typeof figures?.successfulCount !== 'number') {
    return (
      <Trans>
        <Count value={total} /> found
      </Trans>
    )
  }
  return (
    <Trans>
      <Count value={total} /> found, <Count value={figures.successfulCount} /> successful:{' '}
      <Money amount={figures.successfulAmount} />
    </Trans>
  )
}
