import { useLingui } from '@lingui/react/macro'
import { DONORS_PER_PAGE } from '@sevadesk/contract/donors/donor.ts'
import ArrowLeft from '~icons/lucide/arrow-left'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState, useRetry } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { LocationLink } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { useDuplicates } from './donor-queries.ts'
import { DuplicateItem } from './duplicate-item.tsx'

/** Records that may be the same donor, to decide one by one. */
export function DonorDuplicates() {
  const { t } = useLingui()
  const address = useListAddress()
  const list = useDuplicates(address.page)
  useShownPage(address, list)
  const retry = useRetry(list, undefined)
  const { rows } = list
  return (
    <>
      <PageHeader
        title={t`Likely duplicates`}
        purpose={t`Decide for each whether it is the same donor.`}
        action={
          <LocationLink location={{}} icon={<ArrowLeft aria-hidden="true" />}>
            {t`All donors`}
          </LocationLink>
        }
      />
      {list.isPending && (
        <Loading label={t`Loading...`}>
          <Skeleton />
        </Loading>
      )}
      {!rows && list.error && (
        <ErrorState
          title={t`Failed to fetch the likely duplicates`}
          text={list.error.message}
          onRetry={retry}
          isRetrying={list.isFetching}
        />
      )}
      <div aria-live="polite">
        {rows?.length === 0 && (
          <EmptyState
            picture={<LedgerPicture />}
            title={t`Nothing to decide.`}
            text={t`When a gift of a known phone has another name, it appears here.`}
          />
        )}
      </div>
      {rows && rows.length > 0 && (
        <>
          <ul className={styles.matches}>
            {rows.map((duplicate) => (
              <DuplicateItem key={duplicate._id} duplicate={duplicate} />
            ))}
          </ul>
          <Pager
            page={list.page}
            total={list.total}
            isCapped={list.isCapped}
            perPage={DONORS_PER_PAGE}
            onPageChange={address.setPage}
          />
        </>
      )}
    </>
  )
}
