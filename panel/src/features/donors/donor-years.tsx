import { useLingui } from '@lingui/react/macro'
import type { DonorYear } from '@sevadesk/contract/donors/donor-schemas.ts'
import { Count, Money } from '../../ui/format/money.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import styles from './donor-parts.module.css'

interface YearRow extends DonorYear {
  id: string
}

/** What was given in each financial year, the newest first. */
export function DonorYears({ years, hasOtherCurrency }: { years: readonly DonorYear[]; hasOtherCurrency: boolean }) {
  const { t } = useLingui()
  if (years.length === 0) return null
  const columns: Column<YearRow>[] = [
    { id: 'year', head: t`Financial year`, kind: 'title', cell: ({ year }) => year },
    { id: 'count', head: t`Gifts`, align: 'end', width: 20, cell: ({ count }) => <Count value={count} /> },
    {
      id: 'amount',
      head: t`Total`,
      kind: 'figure',
      align: 'end',
      width: 35,
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ]
  return (
    <section aria-label={t`Totals by financial year`}>
      <h2 className={styles.heading}>{t`Totals by financial year`}</h2>
      <DataTable
        label={t`Totals by financial year`}
        columns={columns}
        rows={years.map((year) => ({ ...year, id: year.year }))}
      />
      <p className={`${styles.quiet} ${styles.after}`}>
        {t`April to March. Successful gifts count, in the year in which the money was received.`}
        {hasOtherCurrency && ` ${t`Amounts in other currencies are added without conversion.`}`}
      </p>
    </section>
  )
}
