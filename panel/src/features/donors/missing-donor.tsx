import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'

/** Shown at an address that names no donor. */
export function MissingDonor() {
  const { t } = useLingui()
  return (
    <EmptyState
      picture={<LedgerPicture />}
      title={t`There is no such donor.`}
      text={t`Check the link, or search for the donor under Donors.`}
    />
  )
}
