import { useLingui } from '@lingui/react/macro'
import { flushSync } from 'react-dom'
import Printer from '~icons/lucide/printer'
import type { DonationListing } from '../../../queries/page-inputs.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { formatNumber } from '../../../ui/format/money.tsx'
import type { TablePage } from '../../../ui/table/data-table-pages.tsx'
import { type Donation, MOST_PRINTED, useWholeList } from './donation-queries.ts'

interface PrintButtonProps {
  listing: DonationListing
  list: TablePage<Donation>
  /** Shows all rows while they are printed, and then the page again. */
  onRows: (rows: readonly Donation[] | undefined) => void
}

/** Prints all donations of the list, not the page alone. */
export function PrintButton({ listing, list, onRows }: PrintButtonProps) {
  const { t, i18n } = useLingui()
  const { notice } = useConfirm()
  const whole = useWholeList(listing)
  const most = formatNumber(MOST_PRINTED, i18n.locale)

  async function printAll() {
    if (list.total > MOST_PRINTED) {
      await notice({
        title: t`Too many donations to print`,
        text: t`At most ${most} can be printed. Narrow the list, or save it as CSV.`,
        tone: 'warning',
      })
      return
    }
    const rows = await whole.mutateAsync().catch(() => undefined) // a toast shows the failure
    if (!rows) return
    flushSync(() => onRows(rows))
    addEventListener('afterprint', () => onRows(undefined), { once: true })
    print()
  }

  return (
    <Button
      variant="quiet"
      icon={<Printer aria-hidden="true" />}
      isPending={whole.isPending}
      onClick={() => void printAll()}
    >
      {t`Print the whole list`}
    </Button>
  )
}
