import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import FileDown from '~icons/lucide/file-down'
import { useIsExtended } from '../../../session/use-me.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { FileSize } from '../../../ui/format/money.tsx'
import { type ExportQuery, useCsvExport } from './donation-export-queries.ts'
import styles from './export-button.module.css'

/** Exports the donations that match the query, on all pages, as a CSV file. */
export function ExportButton({ query }: { query: ExportQuery }) {
  const { t } = useLingui()
  const { notice } = useConfirm()
  const { isRunning, bytes, run, cancel } = useCsvExport()
  const isExtended = useIsExtended() // entering gifts is then the main action

  const button = useRef<HTMLButtonElement>(null)
  const progress = useRef<HTMLParagraphElement>(null)

  // The Cancel button disappears when the export ends, so its focus moves to the export button.
  function keepFocus() {
    if (progress.current?.contains(document.activeElement)) button.current?.focus()
  }

  async function save() {
    const outcome = await run(query).catch(() => undefined) // a toast shows the failure
    keepFocus()
    if (outcome !== 'empty') return
    await notice({
      title: t`No records to export`,
      text: t`No donations found for this filter.`,
      tone: 'warning',
    })
  }

  return (
    <>
      {isRunning && (
        <p ref={progress} className={styles.progress}>
          {bytes > 0 && <FileSize bytes={bytes} />}
          <Button variant="quiet" onClick={cancel}>
            {t({ message: 'Cancel', context: 'stops the export' })}
          </Button>
        </p>
      )}
      <Button
        ref={button}
        variant={isExtended ? 'secondary' : 'primary'}
        icon={<FileDown aria-hidden="true" />}
        isPending={isRunning}
        pendingLabel={t`Exporting...`}
        onClick={(event) => void (isDoubleClick(event) || save())}
      >
        {t`Export CSV`}
      </Button>
    </>
  )
}
