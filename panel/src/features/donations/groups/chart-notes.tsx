import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatMonth } from '../../../ui/format/date-time.tsx'
import { MOST_MONTHS, type UnfinishedMonths } from './chart-months.ts'
import styles from './chart-notes.module.css'

interface ChartNotesProps {
  unfinished?: UnfinishedMonths | undefined
  /** There are older months. */
  isCut?: boolean
  /** The table has other currencies or gifts in kind too. */
  leavesOut?: boolean
  /** Keeps the place of the notes while the groups load. */
  isHidden?: boolean
}

/** Quiet lines below a chart, which are read. */
export function ChartNotes({ unfinished, isCut, leavesOut, isHidden }: ChartNotesProps) {
  const { t, i18n } = useLingui()
  const [first, last] = (unfinished?.inPart ?? []).map((month) => formatMonth(month, i18n.locale))
  const current = unfinished?.current && formatMonth(unfinished.current, i18n.locale)
  return (
    <div className={styles.notes} data-hidden={isHidden}>
      {first && (
        <MonthNote>{last ? t`${first} and ${last} are shown in part.` : t`${first} is shown in part.`}</MonthNote>
      )}
      {current && <MonthNote>{t`${current} is not over yet.`}</MonthNote>}
      {isCut && <p>{t`The chart shows the latest ${MOST_MONTHS} months. The table shows all.`}</p>}
      {leavesOut && <p>{t`The chart shows gifts in rupees alone.`}</p>}
    </div>
  )
}

/** With a sample of the column of an unfinished month. */
function MonthNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <svg className={styles.sample} aria-hidden="true">
        <rect className={styles.column} width="100%" height="100%" />
      </svg>
      {children}
    </p>
  )
}
