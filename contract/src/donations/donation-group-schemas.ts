import { type Static, Type } from 'typebox'
import { success } from '../base/envelope-schemas.ts'
import { ACCOUNTANT_FORMATS, GROUPINGS } from './donation-groups.ts'
import { DonationFilter } from './donation-schemas.ts'

const Paise = Type.Integer()
const Count = Type.Integer()

const SUMS = {
  /** Successful gifts of money in rupees. */
  count: Count,
  /** Their sum. Refunds in part are not taken off; a lost dispute is, on its day. */
  amount: Paise,
  /** Successful gifts of money in other currencies, each in its smallest unit. */
  otherCurrencies: Type.Array(Type.Object({ currency: Type.String(), count: Count, amount: Type.Integer() })),
  /** Gifts in kind, which no sum contains. */
  inKind: Count,
}
export const GroupSums = Type.Object(SUMS)
export type GroupSums = Static<typeof GroupSums>

/** `key` is a month such as `2026-04`, an id of a list, a mode or a name; null for gifts without. */
export const DonationGroup = Type.Object({ key: Type.Union([Type.String(), Type.Null()]), ...SUMS })
export type DonationGroup = Static<typeof DonationGroup>

export const groupDonations = {
  about: {
    summary:
      'Counts and sums of the successful donations of each month, purpose, institution, mode or collector; of each month if `by` is omitted. The days of the filter are those on which the money was received.',
    onFailure: 'The page shows “Could not load the groups.” with a button to try again.',
    level: 1,
  },
  querystring: Type.Object({ by: Type.Optional(Type.Enum(GROUPINGS)), ...DonationFilter.properties }),
  response: success(Type.Object({ rows: Type.Array(DonationGroup), total: GroupSums })),
}

const Entry = Type.Object({
  _id: Type.String(),
  nameEn: Type.String(),
  nameHi: Type.String(),
  isRetired: Type.Boolean(),
})

/** At most 1,000 modes and collectors. */
export const FieldChoices = Type.Object({
  purposes: Type.Array(Entry),
  institutions: Type.Array(Entry),
  modes: Type.Array(Type.String()),
  collectors: Type.Array(Type.String()),
})
export type FieldChoices = Static<typeof FieldChoices>

export const listFieldChoices = {
  about: {
    summary: 'The values of the filters by purpose, institution, mode and collector.',
    onFailure: 'The page shows the filters that are set, and offers no others.',
    level: 1,
  },
  response: success(FieldChoices),
}

/** Streams a file; the response is `text/csv` or an Excel workbook, not JSON. */
export const exportForAccountant = {
  about: {
    summary:
      'One row for each receipt, cancelled ones too, and for each gift without a receipt. The days of the filter are those on which the money was received.',
    onFailure: 'The dialog shows the server’s sentence, or “Failed to export donations.”',
    contentType: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const,
    level: 1,
  },
  querystring: Type.Object({ format: Type.Optional(Type.Enum(ACCOUNTANT_FORMATS)), ...DonationFilter.properties }),
  response: Type.Unsafe<unknown>({}),
}
