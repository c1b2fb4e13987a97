import { useLingui } from '@lingui/react/macro'
import ArrowLeft from '~icons/lucide/arrow-left'
import Merge from '~icons/lucide/merge'
import Pencil from '~icons/lucide/pencil'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useRetry } from '../../ui/feedback/use-retry.ts'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { CertificateDraft } from './certificates/certificate.ts'
import { DonorCertificates } from './certificates/donor-certificates.tsx'
import { type DonorDraft, draftOf } from './donor.ts'
import { DonorFacts } from './donor-facts.tsx'
import { DonorForm } from './donor-form.tsx'
import { DonorGifts } from './donor-gifts.tsx'
import { DonorLink, LocationLink, useNameOf } from './donor-link.tsx'
import { DonorMerges } from './donor-merges.tsx'
import styles from './donor-parts.module.css'
import { useDonorDetails, useMayEditDonors } from './donor-queries.ts'
import { DonorReceipts } from './donor-receipts.tsx'
import { DonorYears } from './donor-years.tsx'
import { MissingDonor } from './missing-donor.tsx'

/** One donor: the record, totals by financial year, certificates, all gifts and receipts. */
export function DonorPage({ id }: { id: string }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const mayEdit = useMayEditDonors()
  const query = useDonorDetails(id)
  const retry = useRetry(query, undefined)
  const form = usePageForm<DonorDraft>()
  const certificateForm = usePageForm<CertificateDraft>()
  const { data: donor } = query
  const mergedInto = donor?.mergedInto ?? null
  const mayChange = mayEdit && mergedInto === null

  return (
    <>
      <PageHeader
        title={donor ? nameOf(donor) : t`Donor`}
        purpose={t`All that is known of this donor, and all gifts.`}
        action={
          <div className={styles.bar}>
            <LocationLink location={{}} icon={<ArrowLeft aria-hidden="true" />}>
              {t`All donors`}
            </LocationLink>
            {donor && mayChange && (
              <LocationLink location={{ open: id, merge: 'choose' }} icon={<Merge aria-hidden="true" />}>
                {t`Merge`}
              </LocationLink>
            )}
            {/* A form stays closable when another user merges the donor meanwhile. */}
            {donor && (mayChange || form.props) && (
              <FormToggle
                form={form}
                icon={<Pencil aria-hidden="true" />}
                label={t`Edit donor`}
                disabled={certificateForm.isSaving}
                onOpen={() => certificateForm.leave(() => form.add(draftOf(donor)))}
              />
            )}
          </div>
        }
      />
      {query.isPending && (
        <Loading label={t`Loading the donor...`}>
          <Skeleton />
        </Loading>
      )}
      {donor === null && <MissingDonor />}
      {donor === undefined && query.isError && (
        <ErrorState
          title={t`Failed to fetch the donor`}
          text={query.error.message}
          onRetry={retry}
          isRetrying={query.isFetching}
        />
      )}
      {mergedInto !== null && (
        <p className={styles.notice}>
          {t`This record was merged into another donor.`}{' '}
          <DonorLink donor={{ _id: mergedInto, name: t`Open that donor` }} />
        </p>
      )}
      {form.props && <DonorForm {...form.props} />}
      {donor && (
        <>
          {/* After a change the numbers are hidden again. */}
          <DonorFacts key={donor.version} donor={donor} mayEdit={mayEdit} />
          {mayEdit && <DonorMerges merges={donor.merges} survivor={donor} />}
          <DonorYears years={donor.years} hasOtherCurrency={donor.hasOtherCurrency} />
          {mayEdit && (
            <DonorCertificates donorId={id} form={certificateForm} mayAdd={mergedInto === null} otherForm={form} />
          )}
          <DonorGifts id={id} />
          {mayEdit && <DonorReceipts id={id} />}
        </>
      )}
    </>
  )
}
