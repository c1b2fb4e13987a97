import { useLingui } from '@lingui/react/macro'
import FilePlus2 from '~icons/lucide/file-plus-2'
import { useTodayDate } from '../../../queries/use-today.ts'
import { useDeletion } from '../../../ui/dialog/use-deletion.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState, useRetry } from '../../../ui/feedback/error-state.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'
import { FormToggle } from '../../../ui/form/form-toggle.tsx'
import type { PageFormState } from '../../../ui/form/use-page-form.ts'
import { DataTable, DataTableSkeleton, tableRowId } from '../../../ui/table/data-table.tsx'
import type { DonorDraft } from '../donor.ts'
import styles from '../donor-parts.module.css'
import { type CertificateDraft, type CertificateEntry, newCertificate } from './certificate.ts'
import { useCertificateColumns, useCertificateLabel } from './certificate-columns.tsx'
import { CertificateForm } from './certificate-form.tsx'
import { useCertificates, useDeleteCertificate, useUndoCertificate } from './certificate-queries.ts'

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
  const { data: rows, isPending, isFetching, error } = query
  const retry = useRetry(query, rows?.[0] && tableRowId(rows[0].id))
  const today = useTodayDate()
  const deletion = useDeleteCertificate(donorId)
  const { deletingId, requestDeletion } = useDeletion<CertificateEntry>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`The certificate has been deleted.`,
      deleteFailed: t`Failed to delete the certificate.`,
    },
    question: () => t`This certificate will be deleted.`,
    detail: labelOf,
    items: rows ?? [],
    remove: ({ _id }) => deletion.mutateAsync(_id),
    elementId: tableRowId,
    focusFallback: form.focusToggle,
    undo: useUndoCertificate(),
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
      {isPending && (
        <Loading label={t`Loading the certificates...`}>
          <DataTableSkeleton columns={columns} count={2} />
        </Loading>
      )}
      {!rows && error && (
        <ErrorState
          title={t`Failed to fetch the certificates`}
          text={error.message}
          onRetry={retry}
          isRetrying={isFetching}
        />
      )}
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
