import { derivedDonationColumns } from '@sevadesk/server/db/donation-columns.ts'
import { randomFrom } from '../e2e/kill/random.ts'
import { FIRST_NAMES, FORMER_PURPOSE, LAST_NAMES, MAIL_HOSTS, PURPOSES, RARE_LAST_NAME } from './donation-names.ts'

/** The columns of an insert. The database assigns `n`. */
export const DONATION_COLUMNS = [
  'id',
  'donor_name',
  'donor_email',
  'donor_phone',
  'amount',
  'currency',
  'purpose',
  'purpose_id',
  'status',
  'order_id',
  'payment_id',
  'payment_method',
  'captured_at',
  'receipt_token',
  'receipt_expires_at',
  'receipt_number',
  'created_at',
  'updated_at',
  'local_day',
  'donor_key',
  'search_donor',
  'search_purpose',
] as const

/** One value for each of `DONATION_COLUMNS`. */
export type DonationRow = readonly (string | number | null)[]

type Random = () => number
interface Donor {
  name: string
  email: string | null
  phone: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000
const YEARS = 5
const DONORS_PER_DONATION = 0.3
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** In rupees; small amounts are the most common. */
const AMOUNTS = [51, 101, 101, 251, 251, 501, 501, 501, 1100, 1100, 2100, 5100, 11_000, 51_000, 1_00_000]
/** Statuses; `upTo` is the cumulative share of donations. */
const STATUSES = [
  { upTo: 0.58, status: 'captured' },
  { upTo: 0.8, status: 'authorized' },
  { upTo: 0.88, status: 'failed' },
  { upTo: 0.93, status: 'pending' },
  { upTo: 0.96, status: 'created' },
  { upTo: 0.98, status: 'refunded' },
  { upTo: 1, status: null },
] as const
const METHODS = ['upi', 'upi', 'upi', 'card', 'netbanking'] as const

/**
 * Generates plausible donations of the five years before `now` (ms since 1970), oldest first,
 * deterministic by seed. Includes returning donors, Latin and Devanagari names, missing fields and
 * equal times.
 */
export function* donationRows(count: number, seed: number, now: number): Generator<DonationRow> {
  const random = randomFrom(seed)
  const donors = Math.ceil(count * DONORS_PER_DONATION)
  let at = now - YEARS * 365 * DAY_MS
  for (let index = 0; index < count; index += 1) {
    // Donations become more frequent over the years. One in thirty has the time of the previous
    // donation.
    const due = now - YEARS * 365 * DAY_MS * (1 - ((index + 1) / count) ** 0.8)
    if (random() > 1 / 30) at = Math.floor(due)
    yield donation(random, index, index < count / 50, at, donorOf(random, donors, seed))
  }
}

function donation(random: Random, index: number, isFormer: boolean, at: number, donor: Donor | undefined): DonationRow {
  const chance = random()
  const status = STATUSES.find(({ upTo }) => chance < upTo)?.status ?? null
  const isPaid = status === 'captured' || status === 'authorized' || status === 'refunded'
  const hasReceipt = status === 'captured' || status === 'refunded'
  const purpose = random() < 0.1 ? null : pick(random, PURPOSES)
  const createdAt = new Date(at).toISOString()
  const id = hexOf(random, 24)
  const source = {
    donor_name: donor?.name ?? null,
    donor_email: donor?.email ?? null,
    donor_phone: donor?.phone ?? null,
    amount: pick(random, AMOUNTS) * 100 + (random() < 0.04 ? Math.floor(random() * 10_000) : 0),
    purpose: isFormer && random() < 0.25 ? FORMER_PURPOSE : purpose,
    created_at: createdAt,
  }
  const derived = derivedDonationColumns(source, 'Asia/Kolkata')
  return [
    id,
    source.donor_name,
    source.donor_email,
    source.donor_phone,
    source.amount,
    'INR',
    source.purpose,
    purposeId(source.purpose),
    status,
    `order_${lettersOf(random, 7)}${index.toString(36).padStart(7, '0')}`,
    isPaid ? `pay_${lettersOf(random, 7)}${index.toString(36).padStart(7, '0')}` : null,
    isPaid ? pick(random, METHODS) : null,
    hasReceipt ? new Date(at + 60_000).toISOString() : null,
    hasReceipt ? lettersOf(random, 43) : null,
    hasReceipt ? new Date(at + 90 * DAY_MS).toISOString() : null,
    hasReceipt ? `${createdAt.slice(0, 4)}/${index + 1}` : null,
    createdAt,
    isPaid ? new Date(at + 60_000).toISOString() : createdAt,
    derived.local_day,
    derived.donor_key,
    derived.search_donor,
    derived.search_purpose,
  ]
}

/** The id of the list entry that a text means; null for the former purpose. */
export function purposeId(text: string | null): string | null {
  const at = PURPOSES.map(String).indexOf(text ?? '')
  return at < 0 ? null : String(at).padStart(24, '0')
}

/** Few donors give often, many give once; one donation in fifteen is anonymous. */
function donorOf(random: Random, donors: number, seed: number): Donor | undefined {
  if (random() < 1 / 15) return undefined
  const number = Math.floor(random() ** 2 * donors)
  const own = randomFrom(seed + 1 + number)
  const [first, firstMail] = pick(own, FIRST_NAMES)
  const [last, lastMail] = own() < 1 / 2000 ? RARE_LAST_NAME : pick(own, LAST_NAMES)
  const email = `${firstMail}.${lastMail}${number}@${pick(own, MAIL_HOSTS)}`
  const phone = `+91 ${90_000 + Math.floor(own() * 9999)} ${String(Math.floor(own() * 100_000)).padStart(5, '0')}`
  return {
    name: `${first} ${last}`,
    email: random() < 0.18 ? null : email,
    phone: random() < 0.25 ? null : phone,
  }
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

function hexOf(random: Random, length: number): string {
  let text = ''
  while (text.length < length)
    text += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return text.slice(0, length)
}

function lettersOf(random: Random, length: number): string {
  let text = ''
  for (let at = 0; at < length; at += 1) text += LETTERS[Math.floor(random() * LETTERS.length)] ?? 'A'
  return text
}
