import { useEffect, useRef } from 'react'
import { useChoice } from '../../address/use-choice.ts'
import { useMayRestore } from './deleted-donation-queries.ts'
import { DeletedDonations } from './deleted-donations.tsx'
import { DonationList } from './donation-list.tsx'

/** The trust's donations; on a backend that keeps what was deleted, that too. */
export function DonationsPage() {
  const [view, setView] = useChoice('view', ['list', 'deleted'], { isStep: true })
  const mayRestore = useMayRestore()
  useHeadingOf(view)
  if (view === 'deleted' && mayRestore) return <DeletedDonations onBack={() => setView('list')} />
  return <DonationList onOpenDeleted={mayRestore ? () => setView('deleted') : undefined} />
}

/** The button that led to the other view is gone with its own, so focus goes to the heading. */
function useHeadingOf(view: string) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view) document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
    shown.current = view
  }, [view])
}
