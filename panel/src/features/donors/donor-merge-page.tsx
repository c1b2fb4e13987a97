import { useLingui } from '@lingui/react/macro'
import ArrowLeft from '~icons/lucide/arrow-left'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LocationLink } from './donor-link.tsx'
import { DonorPicker } from './donor-picker.tsx'
import { useDonorDetails } from './donor-queries.ts'
import { MergeChoices } from './merge-choices.tsx'
import { MissingDonor } from './missing-donor.tsx'

interface DonorMergePageProps {
  /** The donor that stays. */
  id: string
  /** The donor that goes; `choose` to look for it. */
  otherId: string
}

/** Merges two donors field by field. */
export function DonorMergePage({ id, otherId }: DonorMergePageProps) {
  const { t } = useLingui()
  const isChosen = otherId !== 'choose'
  const survivor = useDonorDetails(id)
  const other = useDonorDetails(isChosen ? otherId : id)
  const isMissing = [survivor, other].some(({ data }) => data === null)
  const failed = [survivor, other].find(({ data, isError }) => data === undefined && isError)
  return (
    <>
      <PageHeader
        title={t`Merge donors`}
        purpose={t`Two records of the same donor become one. Receipts stay as they are.`}
        action={
          <LocationLink location={{ open: id }} icon={<ArrowLeft aria-hidden="true" />}>
            {t`Back to the donor`}
          </LocationLink>
        }
      />
      {isMissing && <MissingDonor />}
      {!isMissing && failed && (
        <ErrorState
          title={t`Failed to fetch the donor`}
          text={failed.error?.message}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      )}
      {!isMissing && !failed && !(survivor.data && other.data) && (
        <Loading label={t`Loading the donor...`}>
          <Skeleton />
        </Loading>
      )}
      {survivor.data && !isChosen && <DonorPicker survivor={survivor.data} />}
      {survivor.data && other.data && isChosen && (
        <MergeChoices key={otherId} survivor={survivor.data} other={other.data} />
      )}
    </>
  )
}
