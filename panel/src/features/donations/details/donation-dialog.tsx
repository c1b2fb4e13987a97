import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useIsExtended } from '../../../session/use-me.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useGiftDeletion } from '../gifts/use-gift-deletion.ts'
import { type Donation, useDonation } from '../list/donation-queries.ts'
import styles from './donation-details.module.css'
import { DonationDetails } from './donation-details.tsx'

interface DonationDialogProps {
  id: string
  /** The loaded rows of the list. */
  rows: readonly Donation[] | undefined
  onClose: () => void
}

/** The details of a donation in the list, or of any other if the backend returns single donations. */
export function DonationDialog({ id, rows, onClose }: DonationDialogProps) {
  const { t } = useLingui()
  const isExtended = useIsExtended()
  const row = rows?.find((donation) => donation.id === id)
  const query = useDonation(isExtended && !row ? id : undefined)
  const [lastRow, setLastRow] = useState(row)
  if (row && row !== lastRow) setLastRow(row)
  // A row that has left the list stays while its donation loads.
  const deleteGift = useGiftDeletion(rows ?? [], onClose)
  const donation = row ?? (query.data === undefined && lastRow?.id === id ? lastRow : query.data)
  if (!donation && !isExtended) return null
  return (
    <Dialog isOpen isDismissable title={t`Donation details`} onClose={onClose}>
      {donation ? (
        <DonationDetails donation={donation} onDelete={deleteGift} onClose={onClose} />
      ) : (
        <Missing query={query} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Missing({ query, onClose }: { query: ReturnType<typeof useDonation>; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = query
  const close = (
    <div className={styles.actions}>
      <Button onClick={onClose}>{t`Close`}</Button>
    </div>
  )
  if (data === null) {
    return (
      <>
        <p>{t`There is no such donation, or it has been deleted.`}</p>
        {close}
      </>
    )
  }
  if (error) {
    return (
      <>
        <ErrorState
          title={t`Could not load the donation.`}
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
        {close}
      </>
    )
  }
  return (
    <Loading label={t`Loading...`}>
      <Skeleton />
    </Loading>
  )
}
