/** What desks, site and bank do in a month. Plain data, which the independent program reads. */
export interface MonthList {
  days: OfficeDay[]
  donors: Record<string, MonthDonor>
  institutions: string[]
  purposes: Record<string, { institution: string | null; type: 'general' | 'specific' }>
  /** Of each captured payment, in rupees. */
  fee: { rupees: string; tax: string }
  /** First and last days, both included, for which figures are compared. */
  ranges: Record<string, { from: string; to: string }>
}

/** The gifts of a day arrive at once, then its events. */
export interface OfficeDay {
  /** The day up to which books are closed in the end; null to close none. */
  closes: string | null
  entered: MonthGift[]
  events: OfficeEvent[]
}

export interface MonthDonor {
  name: string
  phone: string
  email?: string
  kind?: 'person'
  citizenship?: 'indian'
  pan?: string
  /** With the PIN code. */
  address?: string
  pinCode?: string
  /** `site`: the record begins with an online gift. */
  source: 'desk' | 'site'
}

/** The usernames of the two desks. */
export const DESKS = ['meera', 'ravi'] as const
export type Desk = (typeof DESKS)[number]

interface CommonFields {
  key: string
  /** Such as `501.25`; null for a gift in kind. */
  rupees: string | null
  /** Null: anonymous. */
  donor: string | null
  purpose: string | null
}

export interface OfflineGift extends CommonFields {
  mode: 'cash' | 'cheque' | 'draft' | 'bank_transfer' | 'upi' | 'card' | 'in_kind' | 'collection'
  day: string
  desk: Desk
  /** Null for that of the purpose. */
  institution: string | null
  collector: string | null
  type: 'general' | 'specific' | 'corpus'
  details: GiftDetails
  /** Entered in the panel's form, not by HTTP. */
  isTyped?: boolean
}

/** What only some modes and gifts have, by the names of the call. */
export interface GiftDetails {
  instrumentNumber?: string
  instrumentDate?: string
  bank?: string
  reference?: string
  item?: string
  quantity?: string
  /** In rupees, such as `15000.50`. */
  estimatedValue?: string
  countedBy?: string
  directionLetter?: string
  approval?: string
  bookNumber?: string
  leafNumber?: string
  note?: string
}

/** The times are ISO 8601 with the offset of the trust's zone. */
export interface OnlineGift extends CommonFields {
  mode: 'razorpay'
  method: 'upi' | 'card' | 'netbanking' | 'wallet'
  orderedAt: string
  /** Null: never paid. */
  capturedAt: string | null
  /** Whether the visitor enters the donor's PAN and address. */
  givesPan?: boolean
}

export type MonthGift = OfflineGift | OnlineGift

export type OfficeEvent =
  | { kind: 'cleared' | 'bounced'; gift: string; day: string; desk: Desk }
  | { kind: 'cleared-undone'; gift: string; desk: Desk }
  | { kind: 'deposited'; gifts: string[]; day: string; slipNumber: string; bankAccount: string; desk: Desk }
  | { kind: 'corrected'; gift: string; rupees: string; desk: Desk }
  /** `rupees`: refunded in all; null for the whole amount. */
  | { kind: 'refunded'; gift: string; rupees: string | null }
  | { kind: 'merged'; into: string; from: string; desk: Desk }
