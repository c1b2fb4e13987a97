import { useAddressValues } from '../../address/use-address-values.ts'
import { useChoice } from '../../address/use-choice.ts'
import { useUnsavedChanges } from '../../ui/form/unsaved-changes.ts'
import { DepositList, useTickedGifts } from './deposit-list.tsx'
import { DepositSlipList } from './deposit-slip-list.tsx'
import { DepositSlipPage } from './deposit-slip-page.tsx'

/** Gifts to deposit, the earlier slips, or one of them; the address says which. */
export function DepositsPage() {
  const [{ open }] = useAddressValues(['open'])
  const [view] = useChoice('view', ['gifts', 'slips'])
  const ticked = useTickedGifts()
  useUnsavedChanges(ticked.gifts.length > 0)
  if (open !== undefined) return <DepositSlipPage key={open} id={open} />
  return view === 'slips' ? <DepositSlipList /> : <DepositList ticked={ticked} />
}
