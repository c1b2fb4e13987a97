import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'

/** A part of `Tables`. The slips themselves are in `OfflineGiftTables`. */
export interface DepositSlipTables {
  /** The gifts of a slip as they were deposited. A row never changes. */
  deposit_slip_gifts: {
    slip_id: string
    donation_id: string
    mode: GiftMode
    /** Paise. */
    amount: number
  }
}
