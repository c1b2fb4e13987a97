import { useChoice } from '../../address/use-choice.ts'
import { CashBookDay } from './cash-book-day.tsx'
import { CashBookList } from './cash-book-list.tsx'

/** The cash book of a day, or the list of days; the address says which. */
export function CashBookPage() {
  const [view] = useChoice('view', ['day', 'days'])
  return view === 'days' ? <CashBookList /> : <CashBookDay />
}
