import fc from 'fast-check'
import type { Tables } from '../../db/db.ts'
import { derivedDonationColumns } from '../../db/donation-columns.ts'
import type { GeneratedDonationColumn } from '../../db/donation-schema.ts'

/** Columns that property tests write; the database generates the rest. */
export type DonationInsert = Omit<Tables['donations'], GeneratedDonationColumn>

const NAMES = [
  'Ramesh Kumar',
  'ramesh  KUMAR',
  'José Ñandú',
  'Jose Nandu',
  'ज़ाकिर हुसैन',
  'जाकिर हुसैन',
  'राँची ट्रस्ट',
  'रांची ट्रस्ट',
  'श्री\u200d राम',
  'दानी १२३',
  '=HYPERLINK("x")',
  'a,"b"\r\nc',
  '100% _seva_ *?[x]',
  "O'Brien \\ Sons",
  '🙏 Om 🕉️',
  'Ανδρέας',
  'İpek',
  'ﬃ Ⅷ',
  'मंदिर निर्माण',
  'Gau Seva',
]
const PHONES = ['+91 98765 43210', '+919876543210', '098765-43210', '(022) 2345.6789', '९८७६५ ४३२१०', '98765', '-']
const EMAILS = ['ramesh@example.org', 'RAMESH@Example.org', ' ramesh@example.org ', 'a_b%c@x.in', 'दान@उदाहरण.भारत']
const STATUSES = [
  'captured',
  'Authorized',
  'CAPTURED',
  'pending',
  'Pending',
  'FAILED',
  'failed',
  'refunded',
  'created',
  '',
  ' captured',
]

/**
 * One millisecond before, at and after starts of days, weeks, months and years in India, including
 * a leap day; then noon and extreme times.
 */
const MOMENTS = [
  '2024-02-28T18:30:00',
  '2024-02-29T18:30:00',
  '2024-12-31T18:30:00',
  '2024-02-24T18:30:00',
  '2024-02-25T18:30:00',
  '2023-12-31T18:30:00',
]
  .flatMap((edge) => [-1, 0, 1].map((ms) => new Date(Date.parse(`${edge}Z`) + ms).toISOString()))
  .concat([
    '2024-02-29T12:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])

const blank = fc.constantFrom(null, '', '  ', '\u00a0', '\n')
const strange = fc.string({ unit: fc.constantFrom(...'abAB12०१कखँं़\u200d%_*?["\' é́\t🙏\\'), maxLength: 12 })
const text = (known: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: blank },
  )
const moment = fc.oneof(
  fc.constantFrom(...MOMENTS),
  fc.integer({ min: 0, max: 3_000 }).map((ms) => new Date(Date.parse('2024-02-29T12:00:00Z') + ms * 7).toISOString()),
)
const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 24 })

const receiptColumns = (id: string, hasReceipt: boolean) => ({
  receipt_token: hasReceipt ? `token-${id}` : null,
  receipt_expires_at: null,
  receipt_number: hasReceipt ? `SD/2026-27/${id.slice(0, 5)}` : null,
})

const donation: fc.Arbitrary<DonationInsert> = fc
  .record({
    id: hex,
    donor_name: text(NAMES),
    donor_email: text(EMAILS),
    donor_phone: text(PHONES),
    purpose: text(NAMES),
    amount: fc.oneof(fc.constantFrom(0, 1, 100, 90_000_000_000_000), fc.integer({ min: 1, max: 10_000_000 })),
    currency: fc.constantFrom('INR', 'INR', 'inr', '', 'USD'),
    status: fc.constantFrom(null, ...STATUSES),
    created_at: moment,
    isPaid: fc.boolean(),
    deleted_by: fc.constant(null),
    deleted_by_id: fc.constant(null),
    donor_id: fc.constant(null),
    deleted_at: fc.oneof(
      { weight: 8, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constant('2024-03-01T00:00:00.000Z') },
    ),
  })
  .map(({ isPaid, ...fields }) => ({
    ...fields,
    ...derivedDonationColumns(fields, 'Asia/Kolkata'),
    donor_address: null,
    donor_pan: null,
    donor_citizenship: null,
    purpose_id: null,
    institution_id: null,
    donation_type: null,
    order_id: `order_${fields.id}`,
    payment_id: isPaid ? `pay_${fields.id.toUpperCase()}` : null,
    payment_method: null,
    captured_at: null,
    refunded_amount: null,
    fee: null,
    fee_tax: null,
    settlement_id: null,
    settlement_utr: null,
    lost_amount: null,
    lost_at: null,
    settled_at: null,
    held_payment_id: null,
    // Lists show no receipt of a failed donation.
    ...receiptColumns(fields.id, isPaid && fields.status !== 'failed'),
    updated_at: fields.created_at,
  }))

export const someDonations = fc.uniqueArray(donation, {
  selector: ({ id }) => id,
  minLength: 5,
  maxLength: 40,
  size: 'max',
})

/** A search text, or the parts of donations' fields from which textOf() builds a search text. */
export type SearchInput = string | Part | { both: readonly [Part, Part] }

interface Part {
  among: number
  field: (typeof SEARCHED)[number]
  at: number
  length: number
  isUpperCase: boolean
}

const SEARCHED = [
  'donor_name',
  'donor_email',
  'donor_phone',
  'purpose',
  'payment_id',
  'receipt_number',
  'amount',
] as const

const part: fc.Arbitrary<Part> = fc.record({
  among: fc.nat({ max: 1000 }),
  field: fc.constantFrom(...SEARCHED.slice(0, 4), ...SEARCHED),
  at: fc.nat({ max: 20 }),
  length: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 5, 12),
  isUpperCase: fc.boolean(),
})
const twoParts = fc
  .tuple(part, part)
  .map(([one, other]): SearchInput => ({ both: [one, { ...other, among: one.among }] }))

/**
 * Mostly parts of existing fields, sometimes a text that matches nothing or would be dangerous in
 * SQL.
 */
export const searches: fc.Arbitrary<SearchInput> = fc.oneof(
  { weight: 7, arbitrary: part },
  { weight: 3, arbitrary: twoParts },
  { weight: 1, arbitrary: strange },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['', '%', '_', '*', '"', "'", '\\', 'a" OR "b', '\0', '\0\0a', 'qwzx', '  ', '-', '()'],
      ...['₹1', '₹ 0.01', '1.00', '90,00,00,00,00,000', '09876543210', '098765', '+91 98765'],
    ),
  },
)

export function textOf(typed: SearchInput, donations: readonly DonationInsert[]): string {
  if (typeof typed === 'string') return typed
  if ('both' in typed) return typed.both.map((each) => textOf(each, donations)).join(' ')
  const { among, field, at, length, isUpperCase } = typed
  const donation = donations[among % donations.length]
  if (field === 'amount') return String((donation?.amount ?? 0) / 100)
  const whole = [...(donation?.[field] ?? '')]
  const text = whole
    .slice(at % Math.max(1, whole.length))
    .slice(0, length)
    .join('')
  return isUpperCase ? text.toUpperCase() : text
}
