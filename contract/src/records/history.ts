import { endpoint } from '../base/endpoint.ts'
import type { ChequeStep } from '../gifts/offline-gift.ts'
import type * as schemas from './history-schemas.ts'
import type { ErasableKind, TrashKind } from './trash.ts'

// Not in the specification; offered by backends of level 1.
export const listHistory = endpoint<typeof schemas.listHistory>('GET', '/history')
export const exportHistory = endpoint<typeof schemas.exportHistory>('GET', '/history/export')

/** Entries that the panel asks for at once. */
export const HISTORY_PER_PAGE = 50

/** Kinds of records that have entries, in the order of the filter. */
export const HISTORY_KINDS = [
  'photo',
  'home-video',
  'event',
  'donation',
  'donor',
  'cash-book',
  'deposit-slip',
  'message',
  'admin',
  'session',
  'receipt',
  'settings',
  'purpose',
  'institution',
  'backup',
  'history',
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** Reasons in the details, in English. The compiler requires of the panel a translation of each. */
export type HistoryReason =
  | 'its amount is not that of the order'
  | 'the order was paid by another payment'
  | 'another donation has this payment'
  | 'the donor is foreign and FCRA is not set'
  | 'the card was issued abroad and FCRA is not set'
  | 'its refund failed, and Razorpay does not know the payment'
  | 'its payment was captured after it was deleted'
  | 'unpaid after 7 days'
  | 'no report of Razorpay within 30 days'

/** What the server records. The compiler requires of the panel a sentence for each. */
export type HistoryAction =
  | `${'photo' | 'home-video' | 'event'}.${'added' | 'changed'}`
  | `${ErasableKind}.${'deleted' | 'erased'}`
  | `${TrashKind}.restored`
  | `admin.${'added' | 'changed' | 'language-changed' | 'password-changed' | 'password-refused'}`
  | `admin.${'second-step-on' | 'second-step-off' | 'recovery-codes-renewed' | 'recovery-code-used'}`
  | `session.${'opened' | 'closed' | 'ended' | 'others-ended' | 'deleted' | 'refused' | 'code-missing' | 'trust-ended'}`
  | `gift.${'added' | 'corrected' | 'receipt-renewed' | ChequeStep | `${ChequeStep}-undone`}`
  | `donation.${'paid' | 'deleted' | 'exported' | 'exported-for-accountant' | 'failed' | 'refunded' | 'refunded-in-part'}`
  | `donation.${'refund-failed' | 'receipt-cancelled'}`
  | 'donation.pan-shown'
  | `donor.${'added' | 'changed' | 'pan-shown' | 'matched' | 'merged' | 'merge-undone' | 'duplicate-dismissed'}`
  | `certificate.${'added' | 'downloaded'}`
  | 'cash-book.closed'
  | `deposit-slip.${'added' | 'cancelled'}`
  | `payment.${'held' | 'resolved' | 'recorded' | 'marked-refunded' | `dispute-${'open' | 'won' | 'lost'}`}`
  | `receipt.${'opened' | 'voided'}`
  | `settings.${'recorded' | 'changed' | 'exported'}`
  | `${'purpose' | 'institution'}.${'added' | 'changed' | 'ordered' | 'retired' | 'restored'}`
  | 'purpose.mapped'
  | `backup.${'taken' | 'restored'}`
  | `history.${'thinned' | 'erased' | 'exported' | 'end-accepted' | 'head-sealed'}`
