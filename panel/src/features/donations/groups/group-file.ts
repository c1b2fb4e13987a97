import { useLingui } from '@lingui/react/macro'
import { CSV_BOM, csvLine, quoted, textCell } from '@sevadesk/contract/base/csv.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { rupees } from '@sevadesk/contract/donations/donation-csv.ts'
import type { GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import { useFieldLabels, useGroupName } from '../filters/field-names.ts'
import { type DonationGroups, saveGroupFile } from './donation-group-queries.ts'

/** Saves the table as a CSV file in the language of the panel, with the totals as its last line. */
export function useGroupFile(by: Grouping): (groups: DonationGroups) => void {
  const { t } = useLingui()
  const { timeZone } = useTrust()
  const label = useFieldLabels()[by]
  const groupName = useGroupName()
  return ({ rows, total }) => {
    const currencies = total.otherCurrencies.map(({ currency }) => currency)
    const heads = [
      label,
      t`Gifts`,
      t`Amount (₹)`,
      ...currencies.flatMap((currency) => [t`Gifts (${currency})`, t`Amount (${currency})`]),
      t`Gifts in kind`,
    ]
    const lineOf = (name: string, sums: GroupSums) =>
      csvLine([
        textCell(name),
        String(sums.count),
        rupees(sums.amount),
        ...currencies.flatMap((currency) => {
          const other = sums.otherCurrencies.find((entry) => entry.currency === currency)
          return [String(other?.count ?? 0), rupees(other?.amount ?? 0)]
        }),
        String(sums.inKind),
      ])
    const lines = rows.map((row) => lineOf(groupName(by, row.key), row))
    const text = [CSV_BOM, csvLine(heads.map(quoted)), ...lines, lineOf(t`Total`, total)].join('')
    saveGroupFile(text, `donations-by-${by}-${zonedDate(Date.now(), timeZone)}.csv`)
  }
}
