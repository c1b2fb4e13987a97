import type { Tables } from '@sevadesk/server/db/db.ts'
import type { DerivedDonationColumns } from '@sevadesk/server/db/donation-columns.ts'
import type { GeneratedDonationColumn } from '@sevadesk/server/db/donation-schema.ts'
import { type Person, randomPerson } from './people-names.ts'
import type { Random } from './random.ts'

/** A row of `donations` without its computed columns and the entries of the lists. */
export type SampleDonation = Omit<
  Tables['donations'],
  GeneratedDonationColumn | 'purpose_id' | 'institution_id' | 'donation_type' | keyof DerivedDonationColumns
>

const DAY_MS = 24 * 60 * 60 * 1000
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000
const YEARS = 3

/** In rupees; small amounts are the most common. */
const AMOUNTS = [
  51, 101, 101, 251, 251, 501, 501, 501, 1100, 1100, 1100, 2100, 2500, 5100, 5100, 11_000, 21_000, 51_000, 1_00_000,
  2_51_000,
] as const
const PURPOSES = [
  'Gau Seva',
  'Fodder for the gaushala',
  'Vriddhashram',
  'Annadaan',
  'Cataract operation',
  'Eye camp',
  'School fees of a child',
  'School library',
  'Physiotherapy equipment',
  'Nursing hospital',
  'General fund',
  'गौ सेवा',
  'अन्नदान',
  'पिताजी की स्मृति में',
] as const

/** Payment methods by Razorpay's names. */
const METHODS = ['upi', 'upi', 'upi', 'upi', 'upi', 'card', 'card', 'netbanking', 'wallet'] as const
const STREETS = [
  'Gandhi Marg, Mathura 281001',
  'Temple Road, Jaipur 302001',
  'Station Road, Agra 282001',
  'Civil Lines, Delhi 110054',
  'Shivaji Nagar, Pune 411005',
  'हज़रतगंज, लखनऊ 226001',
  'लंका, वाराणसी 221005',
] as const

type Status = string | null
const STATUSES: readonly [Status, ...Status[]] = [
  ...repeat('captured', 58),
  ...repeat('authorized', 22),
  ...repeat('failed', 8),
  ...repeat('pending', 5),
  ...repeat('created', 4),
  ...repeat('refunded', 2),
  ...repeat(null, 2),
]

function repeat(status: Status, count: number): [Status, ...Status[]] {
  return [status, ...Array<Status>(count - 1).fill(status)]
}

const COUNT = 620

/**
 * Returns donations of the last three years, oldest first. In Indian time, most are made in the
 * evening and few at night. Amounts are in paise.
 */
export function sampleDonations(random: Random, now: Date, newId: () => string): SampleDonation[] {
  const regulars = Array.from({ length: 140 }, () => randomDonor(random))
  return Array.from({ length: COUNT }, (_, index) => randomTime(random, now, index))
    .sort((a, b) => a.getTime() - b.getTime())
    .map((at) =>
      donation(
        random,
        at,
        random.chance(0.7) ? regulars[random.whole(0, regulars.length - 1)] : randomDonor(random),
        newId(),
      ),
    )
}

/** The first 14 are from the last ten hours or seven days, so that short periods have data. */
function randomTime(random: Random, now: Date, index: number): Date {
  if (index < 3) return new Date(now.getTime() - random.between(10, 600) * 60_000)
  const days = index < 14 ? random.between(0.5, 7) : YEARS * 365 * random.next() ** 1.35
  const midnightInIndia =
    Math.floor((now.getTime() - days * DAY_MS + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS
  const hour = random.chance(0.06) ? random.between(0, 6) : 7 + 16 * random.next() ** 0.7
  const time = midnightInIndia + hour * 3_600_000 + random.whole(0, 999)
  return new Date(Math.min(time, now.getTime() - 15 * 60_000))
}

interface SampleDonor extends Person {
  address: string
  pan: string
}

function randomDonor(random: Random): SampleDonor {
  const address = `${random.whole(1, 240)}, ${random.pick(STREETS)}`
  return { ...randomPerson(random), address, pan: randomPan(random) }
}

function donation(random: Random, at: Date, person: SampleDonor | undefined, id: string): SampleDonation {
  const status = random.pick(STATUSES)
  const isPaid = status === 'captured' || status === 'authorized' || status === 'refunded'
  const isAnonymous = random.chance(0.07)
  const hasAddress = !isAnonymous && person !== undefined && random.chance(0.45)
  const rupees = random.chance(0.04) ? random.whole(100, 4000) + random.whole(1, 99) / 100 : random.pick(AMOUNTS)
  const changed = new Date(at.getTime() + (isPaid ? random.whole(20, 240) * 1000 : 0))
  return {
    id,
    donor_name: isAnonymous || !person ? null : person.name,
    donor_email: isAnonymous || !person || random.chance(0.18) ? null : person.email,
    donor_phone: isAnonymous || !person || random.chance(0.25) ? null : person.phone,
    donor_address: hasAddress ? person.address : null,
    donor_pan: hasAddress ? person.pan : null,
    donor_citizenship: null,
    amount: Math.round(rupees * 100),
    currency: 'INR',
    purpose: random.chance(0.1) ? null : random.pick(PURPOSES),
    status,
    order_id: `order_${randomId(random)}`,
    payment_id: isPaid ? `pay_${randomId(random)}` : null,
    payment_method: isPaid ? random.pick(METHODS) : null,
    captured_at: isPaid && status !== 'authorized' ? changed.toISOString() : null,
    refunded_amount: null,
    fee: null,
    fee_tax: null,
    settlement_id: null,
    settlement_utr: null,
    lost_amount: null,
    lost_at: null,
    settled_at: null,
    held_payment_id: null,
    // Receipts are issued after the rows are inserted.
    receipt_token: null,
    receipt_expires_at: null,
    receipt_number: null,
    created_at: at.toISOString(),
    updated_at: changed.toISOString(),
    deleted_at: null,
    deleted_by: null,
    deleted_by_id: null,
    donor_id: null,
  }
}

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomId(random: Random): string {
  return Array.from({ length: 14 }, () => ID_CHARACTERS[random.whole(0, 61)]).join('')
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The fourth letter P stands for an individual. */
function randomPan(random: Random): string {
  const letters = (count: number) => Array.from({ length: count }, () => LETTERS[random.whole(0, 25)]).join('')
  return `${letters(3)}P${letters(1)}${String(random.whole(0, 9999)).padStart(4, '0')}${letters(1)}`
}
