import { donorSearchColumns } from '@sevadesk/server/resources/donors/donor-columns.ts'
import { randomFrom } from '../e2e/kill/random.ts'
import { FIRST_NAMES, LAST_NAMES, MAIL_HOSTS, RARE_LAST_NAME } from './donation-names.ts'

const SEED = 20261123
const AT = '2026-01-01T00:00:00.000Z'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** One donor in so many has the rare last name. */
const RARE = 2000

/** The database assigns `n`. */
export const DONOR_COLUMNS = [
  ...['id', 'kind', 'name', 'other_names', 'address', 'pin_code', 'pan', 'citizenship', 'notes', 'consent'],
  ...['consent_source', 'source', 'created_at', 'updated_at', 'search_name', 'search_text', 'search_pan'],
]
export const CONTACT_COLUMNS = ['donor_id', 'kind', 'position', 'text', 'key']

type Row = (string | number | null)[]

export interface DonorRows {
  donor: Row
  contacts: Row[]
}

/**
 * Generates donors with a phone, half of them with a PAN and an e-mail address. Each run generates
 * the same ones.
 */
export function* donorRows(count: number): Generator<DonorRows> {
  const random = randomFrom(SEED)
  const pick = <Value>(values: ArrayLike<Value>): Value => values[Math.floor(random() * values.length)] as Value
  for (let n = 0; n < count; n += 1) {
    const id = n.toString(16).padStart(24, '0')
    const [first, mailFirst] = pick(FIRST_NAMES)
    const [last, mailLast] = n % RARE === 0 ? RARE_LAST_NAME : pick(LAST_NAMES)
    const name = `${first} ${last}`
    const phone = `+91${6_000_000_000 + Math.floor(random() * 4_000_000_000)}`
    const digits = `${n % 10_000}`.padStart(4, '0')
    // Unique by the digits and the last letter.
    const pan = `${pick(LETTERS)}${pick(LETTERS)}${pick(LETTERS)}P${pick(LETTERS)}${digits}${LETTERS[Math.floor(n / 10_000) % 26]}`
    const email = n % 2 === 0 ? `${mailFirst}.${mailLast}${n % 1000}@${pick(MAIL_HOSTS)}` : undefined
    const fields = { name, otherNames: [], phones: [phone], emails: email ? [email] : [], pan: email ? pan : null }
    const { search_name, search_text, search_pan } = donorSearchColumns(fields)
    const texts = ['[]', 'Gandhi Marg, Mathura', '281001', fields.pan, 'indian', '', 'unknown', '', 'gift', AT, AT]
    yield {
      donor: [id, 'person', name, ...texts, search_name, search_text, search_pan],
      contacts: [[id, 'phone', 0, phone, phone], ...(email ? [[id, 'email', 0, email, email]] : [])],
    }
  }
}
