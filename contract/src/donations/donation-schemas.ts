import { type Static, Type } from 'typebox'
import { Done, PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'
import { OUTDATED_ON_RECEIPT } from '../gifts/offline-gift.ts'

/** A pattern for texts without control characters, which PostgreSQL rejects. */
const PRINTABLE = '^[^\\x00-\\x1f]+$'

const Text = Type.Union([Type.String(), Type.Null()])

/** Integer paise. Totals add amounts in other currencies without conversion. */
const Paise = Type.Integer()

/**
 * What lists say of a gift that was entered by hand. Its `createdAt` is its day of receipt, at noon.
 * Accounts that may not delete donations get only `enteredAt`.
 */
const OfflineGift = Type.Object({
  /** UTC ISO 8601. */
  enteredAt: Type.String(),
  /** `YYYY-MM-DD` in the trust’s zone. */
  receivedOn: Type.Optional(Type.String()),
  /** Whether deleting it cancels a receipt. */
  hasReceipt: Type.Optional(Type.Boolean()),
  /**
   * Id of the deposit slip that must be cancelled before it can be deleted; without the section
   * Donations, only whether there is one.
   */
  heldBySlip: Type.Optional(Type.Union([Type.String(), Type.Boolean(), Type.Null()])),
  /** The latest day whose cash book is closed; null for none, and if no book has the gift any more. */
  booksClosedUpTo: Type.Optional(Text),
})

/**
 * A donation. `amount` is integer paise; times are UTC ISO 8601; `razorpay.signature` is always
 * null. `receipt` is null before the capture. The fields after `receipt` are not in the
 * specification; a plain backend omits them.
 */
export const Donation = Type.Object({
  _id: Type.String(),
  donorName: Text,
  donorEmail: Text,
  donorPhone: Text,
  amount: Paise,
  currency: Type.String(),
  purpose: Text,
  localStatus: Text,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  razorpay: Type.Optional(Type.Object({ orderId: Text, paymentId: Text, signature: Type.Null() })),
  receipt: Type.Optional(
    Type.Union([
      Type.Object({ token: Type.String(), expiresAt: Text, number: Type.Optional(Type.String()) }),
      Type.Null(),
    ]),
  ),
  /**
   * Id of the entry of the lists that `purpose` means; omitted or null for none.
   * `GET /donate/fields`, on backends of level 1, has its names.
   */
  purposeId: Type.Optional(Text),
  paymentMethod: Type.Optional(Text),
  /** Refunded paise so far; omitted or null for none. */
  refundedAmount: Type.Optional(Type.Union([Paise, Type.Null()])),
  /** Paise that lost disputes took back; omitted or null for none. */
  lostAmount: Type.Optional(Type.Union([Paise, Type.Null()])),
  /** When and with which transfer Razorpay paid it to the bank; omitted until that is known. */
  settlement: Type.Optional(Type.Object({ utr: Text, settledAt: Type.String() })),
  /** Id of the order's held payment, which a person must check; omitted or null for none. */
  heldPaymentId: Type.Optional(Text),
  /** What `POST /donate/:id/receipt` would set right; omitted for nothing, and in lists. */
  outdatedOnReceipt: Type.Optional(Type.Array(Type.Enum(OUTDATED_ON_RECEIPT))),
  /** Omitted for donations that were not entered by hand. */
  offlineGift: Type.Optional(OfflineGift),
  /** Id of the donor's record; omitted without one. */
  donorId: Type.Optional(Text),
  donorAddress: Type.Optional(Text),
  /** On backends of level 1, masked but for its last four characters. */
  donorPan: Type.Optional(Text),
})
export type Donation = Static<typeof Donation>

/** The statuses after `failed` need level 1. */
const STATUSES = [
  Type.Literal('authorized'),
  Type.Literal('pending'),
  Type.Literal('failed'),
  Type.Literal('created'),
  Type.Literal('refunded'),
  Type.Literal('cancelled'),
  Type.Literal('unknown'),
] as const

/** Need level 1. */
const FURTHER_PERIODS = [
  Type.Literal('last-month'),
  Type.Literal('quarter'),
  Type.Literal('last-quarter'),
  Type.Literal('financial-year'),
  Type.Literal('last-financial-year'),
] as const

/** A day from 1900 to 2100 in the trust's zone. */
const day = (title: string) => Type.String({ title, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })

/** The orders after `oldest` need level 1. */
const Sort = Type.Union(
  [
    Type.Literal('latest'),
    Type.Literal('oldest'),
    Type.Literal('amount-high'),
    Type.Literal('amount-low'),
    Type.Literal('donor-a-z'),
    Type.Literal('donor-z-a'),
    Type.Literal('success-first'),
    Type.Literal('success-last'),
  ],
  { title: 'Sort order' },
)

const FieldValue = (maxLength: number, description: string, title?: string) =>
  Type.Optional(Type.String({ ...(title && { title }), pattern: PRINTABLE, maxLength, description }))

/** Need level 1. `none` matches donations without the field. */
const FIELDS = {
  purpose: FieldValue(100, 'The id of a purpose, or `none`.', 'Purpose'),
  institution: FieldValue(100, 'The id of an institution, or `none`.'),
  mode: FieldValue(100, 'How the money came, in lower case, such as `upi` or `cheque`, or `none`.', 'Mode of payment'),
  collector: FieldValue(200, 'Who collected the gift, exactly as entered, or `none`.'),
  dayOf: Type.Optional(
    Type.Literal('receipt', {
      description: 'The days of the filter are those on which the money was received, as in groups.',
    }),
  ),
}

/**
 * An omitted filter matches every donation. `searchIn: 'donor'` searches only name, e-mail and
 * phone. On backends of level 1, `from` and `to` (both included, in this order)
 * replace the period.
 */
const FILTER = {
  search: Type.Optional(Type.String({ title: 'Search', maxLength: 200 })),
  searchIn: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('donor')])),
  status: Type.Optional(Type.Union([Type.Literal('all'), ...STATUSES], { title: 'Status' })),
  period: Type.Optional(
    Type.Union(
      [
        Type.Literal('all'),
        Type.Literal('today'),
        Type.Literal('week'),
        Type.Literal('month'),
        Type.Literal('year'),
        ...FURTHER_PERIODS,
      ],
      { title: 'Period' },
    ),
  ),
  from: Type.Optional(day('From date')),
  to: Type.Optional(day('To date')),
  ...FIELDS,
}

export const DonationFilter = Type.Object(FILTER)
export type DonationFilter = Static<typeof DonationFilter>

export const DonationPageQuery = Type.Object({
  ...FILTER,
  sort: Type.Optional(Sort),
  ...PAGE_QUERY,
})
export type DonationPageQuery = Static<typeof DonationPageQuery>

export const listDonations = {
  about: {
    summary:
      'All donations, or one page of the filtered ones. Without the Donations section they lack `razorpay` and `receipt`.',
    onFailure: 'Donations shows “Failed to fetch donations.” and User Information “Failed to fetch users”.',
  },
  querystring: DonationPageQuery,
  response: Type.Object({ ...success(Type.Array(Donation)).properties, ...PAGE_INFO }),
}

/**
 * With `limit`, returns the newest donations and the totals of all. Without `limit`, returns the
 * whole list, as specified.
 */
export const listSuccessfulDonations = {
  about: {
    summary:
      'The donations with status authorized or captured, newest first, for the dashboard. Without Donations and User Information, e-mail and phone are null except on the five newest.',
    onFailure: 'The dashboard shows a dash instead of the amount and the list, without an error message.',
  },
  querystring: Type.Object({ limit: PAGE_QUERY.limit }),
  response: Type.Object({
    ...success(Type.Array(Donation)).properties,
    totalAmount: Type.Optional(Paise),
    hasOtherCurrency: Type.Optional(Type.Boolean()),
  }),
}

/**
 * The four figures of the donations screen, over all donations. Amounts are added without
 * conversion of currencies.
 */
export const DonationSummary = Type.Object({
  totalAmount: Paise,
  monthAmount: Paise,
  count: Type.Integer(),
  uniqueDonors: Type.Integer(),
  /** Whether a total contains a donation in a currency other than INR. */
  hasOtherCurrency: Type.Boolean(),
  /** Donations with status authorized or captured. Needs `donations.statuses`, as the next field. */
  successfulCount: Type.Optional(Type.Integer()),
  /** The values of the status filter that match a donation, in the order of the filter. */
  statuses: Type.Optional(Type.Array(Type.Union([...STATUSES]))),
})
export type DonationSummary = Static<typeof DonationSummary>

export const summarizeDonations = {
  about: {
    summary: 'The four totals of all donations.',
    onFailure: 'Below level 1 the panel calculates the totals from the list.',
    level: 1,
  },
  response: Type.Object({
    ...success(DonationSummary).properties,
    /** Number of held payments; on backends of level 1. */
    heldPayments: Type.Optional(Type.Integer()),
  }),
}

/**
 * The figures of the donations that match a filter. A search counts up to 10,000 matches;
 * `isCapped` means that there are more, and then the other figures are null. `successfulAmount`
 * adds the donations with status authorized or captured, without conversion of currencies.
 */
export const MatchSummary = Type.Object({
  count: Type.Integer(),
  isCapped: Type.Boolean(),
  successfulCount: Type.Union([Type.Integer(), Type.Null()]),
  successfulAmount: Type.Union([Paise, Type.Null()]),
})
export type MatchSummary = Static<typeof MatchSummary>

export const summarizeMatches = {
  about: {
    summary: 'The figures of the donations that match a filter.',
    onFailure: 'The page shows only how many donations match.',
    level: 1,
  },
  querystring: DonationFilter,
  response: success(MatchSummary),
}

const Id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

export const getDonation = {
  about: {
    summary: 'One donation. Without the Donations section it lacks `razorpay` and `receipt`.',
    onFailure: 'The dialog says for 404 that there is no such donation, else “Could not load the donation.”',
    level: 1,
  },
  params: Id,
  response: success(Donation),
}

/** A POST, because each call is recorded in the history. */
export const showDonationNumbers = {
  about: {
    summary: 'The PAN of a donation in full. The history records who asked.',
    onFailure: 'The dialog shows the toast “Could not show the PAN. Try again.”',
    level: 1,
  },
  params: Id,
  response: success(Type.Object({ pan: Text })),
}

export const deleteDonation = {
  about: {
    summary: 'Deletes a donation: lists and totals leave it out.',
    onFailure: 'The page shows “Error!” and “Failed to delete user.”; the row stays.',
  },
  params: Id,
  response: Done,
}

export const renewDonationReceipt = {
  about: {
    summary:
      'Cancels the receipt of a donation that was paid online and issues a new one, which names it, with what the donor’s record says today. After a lost dispute it only cancels; if that is won at last, it issues one again.',
    isCreation: true as const,
    onFailure: 'A toast shows the response’s message; the receipt stays.',
    level: 1,
    refusals: { 409: 'The receipt has the name, PAN and address of the donor’s record, or there is none.' },
  },
  params: Id,
  response: Done,
}

/** Streams a CSV file; the response is `text/csv`, not JSON. */
export const exportDonations = {
  about: {
    summary: 'The filtered donations as a CSV file.',
    onFailure: 'Below level 1 the panel creates the file from the list.',
    level: 1,
    contentType: 'text/csv' as const,
  },
  querystring: Type.Object({ ...FILTER, sort: Type.Optional(Sort) }),
  response: Type.Unsafe<unknown>({}),
}

/** The response is `application/pdf`, not JSON. */
export const fetchReceipt = {
  about: {
    summary: 'The receipt of a donation as a PDF file.',
    onFailure: 'The page shows “Failed to download receipt.”',
    contentType: 'application/pdf' as const,
    refusals: {
      401: 'The session has ended, or only staff may still open this receipt.',
      410: 'The receipt’s address has expired. Staff can still open it.',
      429: 'Too many requests from one address.',
    },
  },
  params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  response: Type.Unsafe<unknown>({}),
}
