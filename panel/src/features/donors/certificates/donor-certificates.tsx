import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import Download from '~icons/lucide/download'
import FilePlus2 from '~icons/lucide/file-plus-2'
import Trash from '~icons/lucide/trash'
import { useTodayDate } from '../../../queries/use-today.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useTrust } from '../../../ui/base/trust.tsx'
import { useDeletion } from '../../../ui/dialog/use-deletion.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../../ui/feedback/error-state.tsx'
import { FormToggle } from '../../../ui/form/form-toggle.tsx'
import type { PageFormState } from '../../../ui/form/use-page-form.ts'
import { DateTime, formatDate } from '../../../ui/format/date-time.tsx'
import { FileSize } from '../../../ui/format/money.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { type Column, DataTable, DataTableSkeleton, tableRowId } from '../../../ui/table/data-table.tsx'
import type { DonorDraft } from '../donor.ts'
import styles from '../donor-parts.module.css'
import { useMayEditDonors } from '../donor-queries.ts'
import { type CertificateDraft, type CertificateEntry, newCertificate } from './certificate.ts'
import { CertificateForm } from './certificate-form.tsx'
import { useCertificateDeletion, useCertificateDownload, useCertificates } from './certificate-queries.ts'

interface DonorCertificatesProps {
  donorId: string
  form: PageFormState<CertificateDraft>
  /** False for a record that was merged into another. */
  mayAdd: boolean
  /** The page shows one form at a time: Back and leaving concern that form. */
  otherForm: Pick<PageFormState<DonorDraft>, 'isSaving' | 'leave'>
}

/** The certificates that the trust keeps for a donor, and the form that adds one. */
export function DonorCertificates({ donorId, form, mayAdd, otherForm }: DonorCertificatesProps) {
  const { t } = useLingui()
  const labelOf = useCertificateLabel()
  const query = useCertificates(donorId)
  const rows = query.data
  const today = useTodayDate()
  const deletion = useCertificateDeletion(donorId)
  const { deletingId, requestDeletion } = useDeletion<CertificateEntry>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`The certificate has been deleted.`,
      deleteFailed: t`Failed to delete the certificate.`,
    },
    question: () => t`This certificate will be deleted.`,
    detail: labelOf,
    items: rows ?? [],
    remove: ({ _id }) => deletion.remove(_id),
    elementId: tableRowId,
    focusFallback: form.focusToggle,
    undo: deletion.undo,
  })
  const columns = useCertificateColumns({ onDelete: requestDeletion, focusFallback: form.focusToggle })

  return (
    <section aria-label={t`Certificates`}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{t`Certificates`}</h2>
        {/* A form stays closable when another user merges the donor meanwhile. */}
        {(mayAdd || form.props) && (
          <FormToggle
            form={form}
            variant="secondary"
            icon={<FilePlus2 aria-hidden="true" />}
            label={t`Add certificate`}
            disabled={otherForm.isSaving}
            onOpen={() => otherForm.leave(() => form.add(newCertificate(today)))}
          />
        )}
      </div>
      {form.props && <CertificateForm donorId={donorId} {...form.props} />}
      <QueryState
        query={query}
        loading={t`Loading the certificates...`}
        failed={t`Failed to fetch the certificates`}
        firstElementId={rows?.[0] && tableRowId(rows[0].id)}
      >
        <DataTableSkeleton columns={columns} count={2} />
      </QueryState>
      {/* Always rendered: screen readers ignore a live region inserted together with its text. */}
      <div aria-live="polite">
        {rows?.length === 0 && (
          <EmptyState
            title={t`No certificates yet.`}
            text={t`The income-tax portal makes them after the yearly statement. Add the PDF here to find it again.`}
          />
        )}
      </div>
      {rows && rows.length > 0 && (
        <>
          <DataTable label={t`Certificates`} columns={columns} rows={rows} leavingId={deletingId} />
          <p className={`${styles.quiet} ${styles.after}`} data-print="no">
            {t`The history records each download.`}
          </p>
        </>
      )}
    </section>
  )
}

/** Names a certificate by its name, year, and number or, without a number, when it was added. */
function useCertificateLabel(): (certificate: CertificateEntry) => string {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  return ({ name, year, number, createdAt }) => {
    const label = [name || t({ message: 'Certificate', context: 'of a donor' }), year, number].filter(Boolean).join(' ')
    if (number !== '') return label
    const moment = formatDate(createdAt, 'date-time', timeZone, i18n.locale)
    return t`${label}, added on ${moment}`
  }
}

interface CertificateColumnsProps {
  onDelete: (certificate: CertificateEntry) => void
  /** Moves focus when another user deleted the certificate whose button had it. */
  focusFallback: () => void
}

function useCertificateColumns(props: CertificateColumnsProps): Column<CertificateEntry>[] {
  const { onDelete, focusFallback } = props
  const { t } = useLingui()
  const mayDelete = useMayEditDonors()
  const labelOf = useCertificateLabel()
  return [
    { id: 'year', head: t`Financial year`, kind: 'title', width: 14, cell: ({ year }) => year },
    {
      id: 'name',
      head: t`Certificate`,
      isClamped: true,
      cell: ({ name }) => name || t({ message: 'Certificate', context: 'of a donor' }),
    },
    { id: 'number', head: t`Number`, width: 20, cell: ({ number }) => number },
    {
      id: 'added',
      head: t({ message: 'Added', context: 'when and by whom' }),
      width: 15,
      cell: ({ createdAt, addedBy }) => (
        <>
          <DateTime moment={createdAt} />
          {addedBy && <span className={styles.others}>{addedBy}</span>}
        </>
      ),
    },
    {
      id: 'size',
      head: t`Size`,
      align: 'end',
      width: 10,
      cell: ({ bytes }) => <FileSize bytes={bytes} />,
    },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: 22,
      cell: (certificate) => {
        const name = labelOf(certificate)
        return (
          <>
            <DownloadButton certificate={certificate} name={name} focusFallback={focusFallback} />
            {mayDelete && (
              <IconButton
                label={t`Delete ${name}`}
                tone="danger"
                icon={<Trash aria-hidden="true" />}
                onClick={() => onDelete(certificate)}
              />
            )}
          </>
        )
      },
    },
  ]
}

interface DownloadButtonProps extends Pick<CertificateColumnsProps, 'focusFallback'> {
  certificate: CertificateEntry
  name: string
}

function DownloadButton({ certificate, name, focusFallback }: DownloadButtonProps) {
  const { t } = useLingui()
  const { isPending, isError, save } = useCertificateDownload(certificate)

  const moveFocus = useEffectEvent(() => {
    if (isError && document.activeElement === document.body) focusFallback()
  })
  // Only on unmount: a button that stays keeps focus, which Safari does not give to clicked buttons.
  useEffect(() => () => moveFocus(), [])

  return (
    <Button
      variant="quiet"
      icon={<Download aria-hidden="true" />}
      aria-label={t`Download ${name}`}
      isPending={isPending}
      pendingLabel={t`Downloading...`}
      onClick={save}
    >
      {t`Download`}
    </Button>
  )
}
