import { useLingui } from '@lingui/react/macro'
import type { DonationGroup, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import { type Grouping, NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import { useTrust } from '../../../ui/base/trust.tsx'
import { Count, Money } from '../../../ui/format/money.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { useFieldLabels, useGroupName } from '../filters/field-names.ts'
import styles from './donation-groups.module.css'
import { chosenDays, dayBefore } from './use-group-chart.ts'

/** A row of the table. */
export interface GroupRow extends DonationGroup {
  id: string
  isTotal: boolean
}

/** Leaves out columns that no row of the table would fill. */
export function useGroupColumns(
  by: Grouping,
  filter: DonationFilter,
  total: GroupSums | undefined,
): Column<GroupRow>[] {
  const { t } = useLingui()
  const labels = useFieldLabels()
  const groupName = useGroupName()
  const others: Column<GroupRow> = {
    id: 'others',
    head: t`Other currencies`,
    align: 'end',
    width: 20,
    cell: ({ otherCurrencies }) => (otherCurrencies.length > 0 ? <OtherCurrencies sums={otherCurrencies} /> : null),
  }
  const inKind: Column<GroupRow> = {
    id: 'in-kind',
    head: t`Gifts in kind`,
    align: 'end',
    width: 14,
    cell: (row) => (row.inKind > 0 ? <Count value={row.inKind} /> : null),
  }
  return [
    {
      id: 'name',
      head: labels[by],
      kind: 'title',
      cell: ({ isTotal, key }) => {
        if (isTotal) return t`Total`
        const name = groupName(by, key)
        // No link: in the filter, NO_VALUE means gifts without a value in this field.
        if (key === NO_VALUE) return name
        return <GroupLink name={name} by={by} value={key} filter={filter} />
      },
    },
    { id: 'count', head: t`Gifts`, align: 'end', width: 14, cell: ({ count }) => <Count value={count} /> },
    {
      id: 'amount',
      head: t`Amount`,
      kind: 'figure',
      align: 'end',
      width: 24,
      cell: ({ amount }) => <Money amount={amount} />,
    },
    ...(total?.otherCurrencies.length ? [others] : []),
    ...(total?.inKind ? [inKind] : []),
  ]
}

function OtherCurrencies({ sums }: { sums: GroupSums['otherCurrencies'] }) {
  return (
    <span className={styles.others}>
      {sums.map(({ currency, count, amount }) => (
        <span key={currency}>
          <Count value={count} /> · <Money amount={amount} currency={currency} />
        </span>
      ))}
    </span>
  )
}

interface GroupLinkProps {
  name: string
  by: Grouping
  value: string | null
  filter: DonationFilter
}

/** Leads to the list of the group's donations. */
function GroupLink({ name, by, value, filter }: GroupLinkProps) {
  const { timeZone } = useTrust()
  const { period = 'all', from } = filter
  const group =
    by === 'month'
      ? { ...monthSearch(value ?? '', filter, timeZone), dayOf: 'receipt' }
      : { [by]: value ?? NO_VALUE, dayOf: period === 'all' && !from ? undefined : 'receipt' }
  const link = useLinkProps({
    to: '.',
    search: (others: object) => ({ ...others, status: 'authorized', group: undefined, page: undefined, ...group }),
  })
  return (
    <a href={link.href} onClick={link.onClick}>
      {name}
    </a>
  )
}

/** The days of the month that the filter has too. */
function monthSearch(month: string, filter: DonationFilter, timeZone: string) {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const chosen = chosenDays(filter, timeZone)
  const first = `${month}-01`
  const lastChosen = chosen && dayBefore(chosen.to)
  return {
    period: undefined,
    from: chosen && chosen.from > first ? chosen.from : first,
    to: lastChosen && lastChosen < last ? lastChosen : last,
  }
}
