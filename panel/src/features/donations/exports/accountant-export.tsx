import { useLingui } from '@lingui/react/macro'
import type { AccountantFormat } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { type MouseEvent, useState } from 'react'
import FileSpreadsheet from '~icons/lucide/file-spreadsheet'
import { Button } from '../../../ui/base/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { ErrorLine } from '../../../ui/feedback/error-state.tsx'
import { FileSize } from '../../../ui/format/money.tsx'
import styles from './accountant-export.module.css'
import { useAccountantExport } from './accountant-export-queries.ts'

/** Opens a dialog that saves the donations of a filter with all that an accountant needs. */
export function AccountantExport({ filter }: { filter: DonationFilter }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<FileSpreadsheet aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >{t`For the accountant`}</Button>
      {isOpen && (
        <Dialog isOpen isDismissable title={t`For the accountant`} onClose={() => setOpen(false)}>
          <AccountantChoices filter={filter} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function AccountantChoices({ filter, onClose }: { filter: DonationFilter; onClose: () => void }) {
  const { t } = useLingui()
  const { running, bytes, error, save } = useAccountantExport()

  async function saveAndClose(format: AccountantFormat) {
    if (await save(filter, format)) onClose()
  }

  const saving = (format: AccountantFormat) => ({
    isPending: running === format,
    pendingLabel: t`Exporting...`,
    onClick: (event: MouseEvent) => void (isDoubleClick(event) || saveAndClose(format)),
  })
  return (
    <div className={styles.dialog}>
      <p>
        {t`One row for each receipt, cancelled ones too, and for each gift without a receipt: with mode, references, PAN, address, purpose and institution.`}
      </p>
      <p>{t`The search and filters of the page apply. Days are those on which the money was received.`}</p>
      <p>{t`Refunded gifts have their whole amount: Amount less Refunded is what was kept.`}</p>
      <p>{t`The file has full PANs and addresses. The history records who saved it.`}</p>
      {error && !running && <ErrorLine>{error.message || t`Failed to export donations.`}</ErrorLine>}
      <div className={styles.actions}>
        {bytes > 0 && (
          <span className={styles.progress}>
            <FileSize bytes={bytes} />
          </span>
        )}
        <Button onClick={onClose}>{running ? t({ message: 'Cancel', context: 'stops the export' }) : t`Close`}</Button>
        <Button {...saving('csv')}>{t`Save as CSV`}</Button>
        <Button variant="primary" {...saving('xlsx')}>{t`Save as Excel (.xlsx)`}</Button>
      </div>
    </div>
  )
}
