import { Trans, useLingui } from '@lingui/react/macro'
import { Count, Money, UNKNOWN } from '../../ui/format/money.tsx'
import { withUniqueKeys } from '../../ui/table/row-id.ts'
import type { CashBook, Sum } from './cash-book-queries.ts'
import styles from './cash-book-totals.module.css'
import { useModeName } from './gift-mode.ts'

/** The totals of a day by mode and by person. */
export function CashBookTotals({ book }: { book: CashBook }) {
  const { t } = useLingui()
  const modeName = useModeName()
  const { byMode, byPerson, carried, count, amount } = book
  const total = { count, amount }
  return (
    <>
      {carried.count > 0 && (
        <p className={styles.carried}>
          <Trans>
            Of these, entries for gifts of earlier days: <Count value={carried.count} />,{' '}
            <Money amount={carried.amount} />
          </Trans>
        </p>
      )}
      <div className={styles.totals}>
        <SumTable
          label={t`Totals by mode`}
          head={t`Mode`}
          countHead={t`Entries`}
          rows={byMode.map(({ mode, ...sum }) => ({
            id: mode,
            name: modeName(mode),
            hasNoAmount: mode === 'in_kind',
            ...sum,
          }))}
          total={total}
        />
        <SumTable
          label={t`Totals by person`}
          head={t`Entered by`}
          countHead={t`Entries`}
          rows={byPerson.map((row) => ({ id: row.name, ...row }))}
          total={total}
        />
      </div>
    </>
  )
}

interface SumTableProps {
  label: string
  /** Heads the first column. */
  head: string
  /** Heads the second column. */
  countHead: string
  rows: readonly ({ id: string; name: string; hasNoAmount?: boolean } & Sum)[]
  total: Sum
}

/** Sums with their total. */
export function SumTable({ label, head, countHead, rows, total }: SumTableProps) {
  const { t } = useLingui()
  return (
    <section className={styles.section} aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{countHead}</th>
            <th scope="col">{t`Amount`}</th>
          </tr>
        </thead>
        <tbody>
          {withUniqueKeys(rows).map(([key, { name, hasNoAmount, count, amount }]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>
                <Count value={count} />
              </td>
              <td>{hasNoAmount ? UNKNOWN : <Money amount={amount} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t`Total`}</th>
            <td>
              <Count value={total.count} />
            </td>
            <td>
              <Money amount={total.amount} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
