import { useEffect, useRef } from 'react'
import { useChoice } from '../../address/use-choice.ts'
import { pageHeading } from '../../ui/layout/page-heading.ts'
import { useMayRestore } from './deleted-donation-queries.ts'
import { DeletedDonations } from './deleted-donations.tsx'
import { DonationList } from './donation-list.tsx'

/** The list of donations or, if the backend can restore them, the list of deleted donations. */
export function DonationsPage() {
  const [view, setView] = useChoice('view', ['list', 'deleted'], { isStep: true })
  const mayRestore = useMayRestore()
  useHeadingFocus(view)
  if (view === 'deleted' && mayRestore) return <DeletedDonations onBack={() => setView('list')} />
  return <DonationList onOpenDeleted={mayRestore ? () => setView('deleted') : undefined} />
}

/** Switching the view removes the pressed button, so focus moves to the heading. */
function useHeadingFocus(view: string) {
  const previous = useRef(view)
  useEffect(() => {
    if (previous.current !== view) pageHeading()?.focus({ preventScroll: true })
    previous.current = view
  }, [view])
}
