import { Money } from '../format/money.tsx'
import type { Column } from './data-table.tsx'

/** The column of the amounts, in INR if a row names no currency. `width` is in per cent of the table. */
export function amountColumn<Row extends { amount?: number | undefined; currency?: string | null | undefined }>(
  head: string,
  width: number,
): Column<Row> {
  return {
    id: 'amount',
    head,
    kind: 'figure',
    align: 'end',
    width,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  }
}
