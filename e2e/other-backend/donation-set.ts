import type { Donation } from './memory.ts'

/** Seeded pseudorandom numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const DAY_MS = 86_400_000

/**
 * Midnights of the trust (UTC+5:30) that start or end a day, week, month or year for three test
 * clocks: Wednesday 1 April 2026, the first day of a financial year; Sunday 1 March 2026; Wednesday
 * 31 December 2025.
 */
const MIDNIGHTS = [
  '2024-12-31T18:30:00.000Z',
  '2025-11-30T18:30:00.000Z',
  '2025-12-27T18:30:00.000Z',
  '2025-12-30T18:30:00.000Z',
  '2025-12-31T18:30:00.000Z',
  '2026-01-03T18:30:00.000Z',
  '2026-02-28T18:30:00.000Z',
  '2026-03-01T18:30:00.000Z',
  '2026-03-07T18:30:00.000Z',
  '2026-03-28T18:30:00.000Z',
  '2026-03-31T18:30:00.000Z',
  '2026-04-01T18:30:00.000Z',
  '2026-04-04T18:30:00.000Z',
].map((moment) => Date.parse(moment))

/**
 * Most records are dated near these times on the days of the test clocks, so no period is empty.
 */
const CLOCKS = ['2025-12-31T12:00:00.000Z', '2026-03-01T06:00:00.000Z', '2026-04-01T06:00:00.000Z']

const NAMES = [
  ...['Lakshmi Iyer', 'LAKSHMI IYER', ' lakshmi iyer', 'Harish Rao', 'Meera Joshi', 'Joseph Mathew', "Sean O'Brien"],
  ...['हिन्दी दाता', 'रामेश्वर प्रसाद', 'श्रीमती अर्जुन', 'ज़ाहिद खान', 'जाहिद खान', 'चाँद बाई', 'चांद बाई'],
  ...['José Pereira', 'JOSE PEREIRA', '<b>Bold</b> & Sons', '100% Seva', 'Seva_Mandal', 'a,"b"', 'Line\nbreak'],
  ...['=HYPERLINK("x")', '-1+2', '@SUM(1)', '+919876543210', 'Åsa Øst', 'Null', 'undefined', '1e5'],
  ...['', '   ', null, null, undefined, undefined, undefined],
]
const EMAILS = [
  ...['lakshmi@example.org', 'Lakshmi@Example.org', 'harish@example.org', 'meera@example.org', 'joseph@example.org'],
  ...[
    "o'brien+seva@example.org",
    'under_score@example.org',
    'not an address',
    '',
    null,
    null,
    null,
    undefined,
    undefined,
  ],
]
const PHONES = [
  ...['+919876543210', '+91 98765 43210', '98765-43210', '9876543210', '09812345678', '०९८१२३४५६७८', '022 2345 6789'],
  ...[9_876_543_210, 'ask at the office', '', '  ', null, null, undefined, undefined, undefined, undefined],
]
const PURPOSES = [
  ...[
    'Cow feed',
    'COW FEED',
    'गौ सेवा',
    'Eye camp',
    'School fees, class 5',
    'वृद्धाश्रम',
    '=1+1',
    'Said "for all"',
    '50% of hay',
  ],
  ...['', null, undefined],
]
const STATUSES = [
  ...['captured', 'captured', 'captured', 'captured', 'authorized', 'authorized', 'AUTHORIZED', 'Captured'],
  ...['pending', 'Pending', 'failed', 'FAILED', 'created', 'refunded', 'on hold', 'cApTuReD', '', null, undefined],
]
const AMOUNTS = [
  100, 1, 0, 2_550, 51_00, 100_000, 251_00, 1_100_00, 5_001_00, 100_000_00, 12_345_678, 9_99_99_999_99, 333,
]
const ODD_AMOUNTS = ['50000', ' 125 ', 'a lot', null, undefined, '']
const CURRENCIES = ['INR', 'INR', 'INR', 'INR', 'inr', '', null, undefined, 'USD']

/**
 * 250 unsorted donations with the flaws of real data: fields that are missing, `null`, empty or of
 * the wrong type, equal dates, unknown statuses, foreign currencies, and dates at the edges of
 * days, weeks, months and years.
 */
export function donationSet(): Donation[] {
  const next = numbersFrom(20_260_401)
  const one = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value
  const whole = (limit: number) => Math.floor(next() * limit)
  const id = () => Array.from({ length: 6 }, () => whole(0x10000).toString(16).padStart(4, '0')).join('')

  const edges = MIDNIGHTS.flatMap((midnight) => [midnight - 1, midnight, midnight + 1])
  const near = () => Date.parse(one(CLOCKS)) + whole(20 * DAY_MS) - 10 * DAY_MS
  const far = () => Date.parse('2024-10-01T00:00:00.000Z') + whole(540 * DAY_MS)
  const moments: unknown[] = edges.map((moment) => new Date(moment).toISOString())
  const tie = '2026-03-30T04:30:00.000Z'
  moments.push(...Array.from({ length: 14 }, () => tie), ...[null, undefined, '', 'yesterday'], Date.parse(tie) + 1)
  while (moments.length < 250) moments.push(new Date(next() < 0.7 ? near() : far()).toISOString())

  return moments.map((createdAt, index) => {
    const name = one(NAMES)
    return without({
      _id: id(),
      donorName: name,
      donorEmail: next() < 0.3 ? `donor${whole(60)}@example.org` : one(EMAILS),
      donorPhone: one(PHONES),
      amount: index % 25 === 7 ? one(ODD_AMOUNTS) : one(AMOUNTS),
      currency: one(CURRENCIES),
      purpose: one(PURPOSES),
      localStatus: one(STATUSES),
      createdAt,
      updatedAt: createdAt,
      razorpay: one([undefined, null, {}, { orderId: `order_${index}`, paymentId: `pay_${index}`, signature: 's' }]),
      receipt: one([undefined, null, {}, { token: `token-${index}`, expiresAt: '2030-01-01T00:00:00.000Z' }]),
      __v: 0,
    })
  })
}

/** Drops undefined fields, as JSON does. */
function without(fields: Record<string, unknown>): Donation {
  return JSON.parse(JSON.stringify(fields)) as Donation
}
