import { GIFT_MODES, type GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import { readRecord, readText } from '../../../api/records/fields.ts'

const PREFIX = 'sevadesk_gift'

/** What the account chose for its last gift in this browser. */
export interface LastChoices {
  mode: GiftMode
  /** Empty without one. */
  purposeId: string
}

export function readLastChoices(account: string): LastChoices {
  const { mode, purposeId } = readRecord(readStored(account))
  return { mode: GIFT_MODES.find((each) => each === mode) ?? 'cash', purposeId: readText(purposeId) }
}

/** Does nothing without storage, as in a private window. */
export function storeLastChoices(account: string, { mode, purposeId }: LastChoices): void {
  try {
    localStorage.setItem(`${PREFIX} ${account}`, JSON.stringify({ mode, purposeId }))
  } catch {}
}

function readStored(account: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`${PREFIX} ${account}`) ?? '')
  } catch {
    return undefined
  }
}
