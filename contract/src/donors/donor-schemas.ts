import { type Static, Type } from 'typebox'
import { Done, PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'
import { formSchemas, nullable, responseSchemas } from '../base/record-schemas.ts'
import { Donation } from '../donations/donation-schemas.ts'
import { RECEIPT_STATES } from '../gifts/offline-gift.ts'
import { DONOR_SORTS, DONOR_SOURCES, DUPLICATE_REASONS, WHOLE_SHARE } from './donor.ts'
import { DONOR_FIELDS, MERGE_FIELDS } from './donor-fields.ts'

const Text = nullable(Type.String())
const Id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

const FIELDS = responseSchemas(DONOR_FIELDS)
const Share = Type.Integer({ minimum: 1, maximum: WHOLE_SHARE, description: 'Hundredths of a percent.' })

/** A row of a list. `pan` is masked but for its last four characters; null without one. */
export const DonorEntry = Type.Object({
  _id: Type.String(),
  kind: FIELDS.kind,
  name: FIELDS.name,
  otherNames: FIELDS.otherNames,
  phones: FIELDS.phones,
  emails: FIELDS.emails,
  pan: FIELDS.pan,
})
export type DonorEntry = Static<typeof DonorEntry>

/**
 * A row of `listDonors`. `yearAmount` is what was kept of the successful gifts of this financial
 * year in integer paise, `lastGiftAt` when the money of the last one was received (UTC ISO 8601).
 * Both are omitted with `best=true`.
 */
export const ListedDonor = Type.Object({
  ...DonorEntry.properties,
  yearAmount: Type.Optional(Type.Integer()),
  lastGiftAt: Type.Optional(Text),
})
export type ListedDonor = Static<typeof ListedDonor>

/** One of the persons of a joint donor. */
export const DonorMember = Type.Object({ _id: Type.String(), name: Type.String(), pan: Text, share: Share })
export type DonorMember = Static<typeof DonorMember>

/**
 * A donor's record. PANs and the other id are masked but for their last four characters. Address,
 * PIN code and notes are null for a caller without Donations (`isMasked`). `mergedInto` is the
 * record that replaces this one.
 */
export const Donor = Type.Object({
  ...DonorEntry.properties,
  ...FIELDS,
  /** UTC ISO 8601; null unless asked. */
  consentAt: Text,
  members: Type.Array(DonorMember),
  source: Type.Enum(DONOR_SOURCES),
  mergedInto: Text,
  isMasked: Type.Boolean(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer(),
})
export type Donor = Static<typeof Donor>

/** What was given in a financial year, such as `2026-27`: successful gifts in integer paise. */
export const DonorYear = Type.Object({ year: Type.String(), count: Type.Integer(), amount: Type.Integer() })
export type DonorYear = Static<typeof DonorYear>

/** A merge that can still be undone. */
export const DonorMerge = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  gifts: Type.Integer(),
  mergedAt: Type.String(),
  undoUntil: Type.String(),
})
export type DonorMerge = Static<typeof DonorMerge>

export const DonorDetails = Type.Object({
  ...Donor.properties,
  years: Type.Array(DonorYear),
  /** A year's amount contains a gift in a currency other than INR. */
  hasOtherCurrency: Type.Boolean(),
  /** When the money of the first and the last successful gift was received (UTC ISO 8601); null without one. */
  firstGiftAt: Text,
  lastGiftAt: Text,
  merges: Type.Array(DonorMerge),
})
export type DonorDetails = Static<typeof DonorDetails>

const text = (maxLength: number) => Type.String({ maxLength })

/** A joint donor as the client sends it. */
export const NewDonorMember = Type.Object({
  _id: Type.Optional(Type.String({ title: 'Id', maxLength: 100 })),
  name: Type.String({ title: 'Name', maxLength: 200 }),
  pan: Type.Optional(text(20)),
  share: Share,
})

const FORM = formSchemas(DONOR_FIELDS)

/**
 * What a person edits. An omitted field keeps its value. `pan` and `otherId` are sent only when they
 * change; empty removes them. So is the `pan` of a member with an `_id`.
 */
export const DonorChange = Type.Partial(
  Type.Object({
    ...FORM,
    members: Type.Array(NewDonorMember, { maxItems: 20 }),
  }),
)
export type DonorChange = Static<typeof DonorChange>

export const NewDonor = Type.Object({ ...DonorChange.properties, name: FORM.name })
export type NewDonor = Static<typeof NewDonor>

const FAILS = { level: 1, onFailure: 'The page shows a toast and the response’s message.' }

export const listDonors = {
  about: {
    summary:
      'One page of the donors by name. Each word of `search` is part of a name, phone or e-mail; for callers with Donations also of a PAN. A word of one or two letters is the start of a word of the name. At most 500 donors are found. First come those with exactly this phone, e-mail or PAN, then names that begin with the text, then words of names that do. With `best=true`, for a type-ahead, the search may end with a full page: then `isCapped` is true, and `total` counts no more than was found. `sort` orders all that were found by what they gave.',
    ...FAILS,
  },
  querystring: Type.Object({
    search: Type.Optional(Type.String({ title: 'Search', maxLength: 200 })),
    best: Type.Optional(Type.Literal('true')),
    sort: Type.Optional(Type.Enum(DONOR_SORTS)),
    ...PAGE_QUERY,
  }),
  response: Type.Object({ ...success(Type.Array(ListedDonor)).properties, ...PAGE_INFO }),
}

export const getDonor = {
  about: { summary: 'The record of a donor, the totals by financial year, and merges that can be undone.', ...FAILS },
  params: Id,
  response: success(DonorDetails),
}

export const listDonorGifts = {
  about: {
    summary: 'One page of the gifts of a donor, newest first. Without Donations they lack `razorpay` and `receipt`.',
    ...FAILS,
  },
  params: Id,
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(Donation)).properties, ...PAGE_INFO }),
}

/** A receipt of a donor. `amount` is in the currency's smallest unit. */
export const DonorReceipt = Type.Object({
  _id: Type.String(),
  donationId: Type.String(),
  number: Type.String(),
  /** For `fetchReceipt`; null if it has none. */
  token: Text,
  /** The printed date, `YYYY-MM-DD`. */
  receiptDay: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  state: Type.Enum(RECEIPT_STATES),
  /** UTC ISO 8601; null unless cancelled. */
  cancelledAt: Text,
  /** Number of the cancelled receipt that this one replaces. */
  replaces: Text,
  replacedBy: Text,
})
export type DonorReceipt = Static<typeof DonorReceipt>

export const listDonorReceipts = {
  about: {
    summary: 'One page of the receipts of a donor, cancelled ones and those of deleted gifts too, newest first.',
    ...FAILS,
  },
  params: Id,
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(DonorReceipt)).properties, ...PAGE_INFO }),
}

const PAN_TAKEN = 'Another donor has this PAN; with the code `pan_taken`.'

export const addDonor = {
  about: { summary: 'Adds a donor.', isCreation: true as const, ...FAILS, refusals: { 409: PAN_TAKEN } },
  body: NewDonor,
  response: success(Donor),
}

export const updateDonor = {
  about: {
    summary: 'Changes a donor. Omitted fields keep their values.',
    isVersioned: true as const,
    ...FAILS,
    refusals: { 409: `The donor was merged meanwhile. ${PAN_TAKEN}` },
  },
  params: Id,
  body: DonorChange,
  response: success(Donor),
}

/** A POST, because each call is recorded in the history. */
export const showDonorNumbers = {
  about: { summary: 'The PANs and the other id of a donor in full. The history records who asked.', ...FAILS },
  params: Id,
  response: success(Type.Object({ pan: Text, otherId: Text, memberPans: Type.Record(Type.String(), Type.String()) })),
}

export const mergeDonors = {
  about: {
    summary:
      'Merges another donor into this one: its gifts move here. `take` names the fields whose values the other record gives. Receipts stay as they are.',
    ...FAILS,
    refusals: {
      400: 'The PAN would not fit the kind.',
      409: 'It is the same donor, or one of the two was merged meanwhile.',
    },
  },
  params: Id,
  body: Type.Object({
    mergedId: Type.String({ minLength: 1, maxLength: 100 }),
    take: Type.Array(Type.Enum(MERGE_FIELDS), { maxItems: MERGE_FIELDS.length }),
  }),
  response: success(Donor),
}

export const undoDonorMerge = {
  about: {
    summary:
      'Undoes a merge of the last 30 days: gifts go back, and fields of the survivor that nobody changed since get their former values.',
    ...FAILS,
    refusals: {
      409: 'The donor was merged into another one since, or another one into it, or another donor has one of the PANs now.',
    },
  },
  params: Id,
  response: success(Donor),
}

/**
 * Two records that may be the same donor; or a record and the other name of one of its gifts
 * (`otherName`; then `other` is null).
 */
export const Duplicate = Type.Object({
  _id: Type.String(),
  reason: Type.Enum(DUPLICATE_REASONS),
  donor: Donor,
  other: nullable(Donor),
  otherName: Text,
  createdAt: Type.String(),
})
export type Duplicate = Static<typeof Duplicate>

export const listDuplicates = {
  about: { summary: 'One page of the likely duplicates that are open, the oldest first.', ...FAILS },
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(Duplicate)).properties, ...PAGE_INFO }),
}

export const dismissDuplicate = {
  about: {
    summary:
      'Closes a likely duplicate: not the same donor. Gifts under another name get a record of their own; later ones with the PAN of this record still come here.',
    ...FAILS,
  },
  params: Id,
  response: Done,
}

export const acceptOtherName = {
  about: {
    summary: 'Closes a likely duplicate with another name: the same donor. Keeps the name with the record.',
    ...FAILS,
  },
  params: Id,
  response: Done,
}
