import { useLingui } from '@lingui/react/macro'
import { GROUPINGS, type Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { useMayInDonations } from '../../../session/use-me.ts'
import { FilterSelect } from '../../../ui/table/filter-select.tsx'
import { AccountantExport } from '../exports/accountant-export.tsx'
import { useFieldLabels } from '../filters/field-names.ts'
import styles from './donation-groups.module.css'
import { DonationGroups } from './donation-groups.tsx'

interface DonationReportsProps {
  by: Grouping
  onGroup: (by: Grouping) => void
  filter: DonationFilter
}

/** Sums by groups with their chart, and the files for the accountant. */
export function DonationReports({ by, onGroup, filter }: DonationReportsProps) {
  const { t } = useLingui()
  const fieldLabels = useFieldLabels()
  const groupings = GROUPINGS.map((value) => ({ value, label: fieldLabels[value] }))
  return (
    <>
      <div className={styles.tools} data-print="no">
        <FilterSelect label={t`Group by`} value={by} options={groupings} onChange={onGroup} />
        {useMayInDonations('export') && <AccountantExport filter={filter} />}
      </div>
      <DonationGroups by={by} filter={filter} />
    </>
  )
}
