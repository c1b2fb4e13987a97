import { useChoice } from '../../address/use-choice.ts'
import { useMayRestore } from './deleted-donation-queries.ts'
import { DeletedDonations } from './deleted-donations.tsx'
import { DonationList } from './donation-list.tsx'

/** The trust's donations; on a backend that keeps what was deleted, that too. */
export function DonationsPage() {
  const [view, setView] = useChoice('view', ['list', 'deleted'])
  const mayRestore = useMayRestore()
  if (view === 'deleted' && mayRestore) return <DeletedDonations onBack={() => setView('list')} />
  return <DonationList onOpenDeleted={mayRestore ? () => setView('deleted') : undefined} />
}
