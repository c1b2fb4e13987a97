/**
 * What the screens of donations and donors should show, computed from sections 2, 4 and 9 of the
 * specification without the product's code. The trust's zone is UTC+5:30.
 */

/** A donation as a backend sent it, with unchecked fields. */
export type RawDonation = Readonly<Record<string, unknown>>

type Period = 'All Time' | 'Today' | 'This Week' | 'This Month' | 'This Year'
type Status = 'All' | 'Authorized' | 'Pending' | 'Failed'

export interface Choice {
  search?: string
  /** The searched fields: the donor list excludes the purpose. */
  within?: 'donor and purpose' | 'donor'
  status?: Status
  period?: Period
  /** The current time of the screen, in milliseconds since 1970. */
  now?: number
}

const IST_AHEAD_MS = 330 * 60_000
const DAY_MS = 86_400_000

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : ''
}

/** Integer paise; `undefined` if the value is not an integer. */
export function paiseOf(value: unknown): number | undefined {
  const text = textOf(value)
  return /^-?\d+$/.test(text) ? Number(text) : undefined
}

/** Milliseconds since 1970; `undefined` if the value is not a date. */
function momentOf(value: unknown): number | undefined {
  const moment = typeof value === 'number' ? value : Date.parse(textOf(value))
  return Number.isNaN(moment) ? undefined : moment
}

/** Key of the period that contains a moment. Two moments of one period have the same key. */
function periodKey(moment: number, period: Period): string {
  const local = new Date(moment + IST_AHEAD_MS)
  // Weeks start on Sunday; 1 January 1970 was a Thursday, so a week started three days later.
  const week = Math.floor((Math.floor(local.getTime() / DAY_MS) - 3) / 7)
  switch (period) {
    case 'All Time':
      return ''
    case 'Today':
      return local.toISOString().slice(0, 10)
    case 'This Week':
      return `${week}`
    case 'This Month':
      return local.toISOString().slice(0, 7)
    case 'This Year':
      return local.toISOString().slice(0, 4)
  }
}

function isIn(period: Period, createdAt: unknown, now: number): boolean {
  const moment = momentOf(createdAt)
  if (period === 'All Time') return true
  return moment !== undefined && periodKey(moment, period) === periodKey(now, period)
}

const SHOWN_AS_SUCCESS = new Set(['authorized', 'captured'])

/** The English label of a status. */
export function statusLabel(status: unknown): string {
  const word = textOf(status).toLowerCase()
  if (SHOWN_AS_SUCCESS.has(word)) return 'Success'
  return word === '' ? 'Unknown' : word.replace(/^./u, (first) => first.toUpperCase())
}

const WORD_OF: Readonly<Record<Exclude<Status, 'All'>, string>> = {
  Authorized: 'Success',
  Pending: 'Pending',
  Failed: 'Failed',
}

/**
 * Normalises text as a search does: no combining marks, one nasal sign, Latin digits, lower case.
 */
function plain(value: unknown): string {
  return textOf(value)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u200b-\u200d]/g, '')
    .replace(/ँ/g, 'ं')
    .replace(/[०-९]/g, (digit) => `${'०१२३४५६७८९'.indexOf(digit)}`)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

const digits = (value: unknown) => plain(value).replace(/\D/g, '')

/** The digits of a number, with and without leading zeros; empty if the text is no number. */
function numbersOf(wanted: string): string[] {
  if (!/^[\d\s()+.-]*\d[\d\s()+.-]*$/.test(wanted)) return []
  const all = wanted.replace(/\D/g, '')
  const short = all.replace(/^0+/, '')
  return short.length > 2 ? [all, short] : [all]
}

/** Whether each word is in a field, or a field contains the search as a number. */
function isFound(
  { donorName, donorEmail, donorPhone, purpose }: RawDonation,
  search: string,
  within: Choice['within'],
) {
  const wanted = plain(search)
  const fields = [...[donorName, donorEmail, donorPhone].map(plain), digits(donorPhone)]
  if (within !== 'donor') fields.push(plain(purpose))
  const isIn = (word: string) => fields.some((field) => field.includes(word))
  return numbersOf(wanted).some(isIn) || wanted.split(' ').every((word) => [word, ...numbersOf(word)].some(isIn))
}

/** Newest first, ties by descending id; donations without a date last. */
export function sorted(donations: readonly RawDonation[]): RawDonation[] {
  const key = ({ createdAt, _id }: RawDonation) => [momentOf(createdAt) ?? -1e15, textOf(_id)] as const
  return [...donations].sort((one, other) => {
    const [[a, idOfOne], [b, idOfOther]] = [key(one), key(other)]
    return b - a || (idOfOne < idOfOther ? 1 : -1)
  })
}

/** Filters and sorts the donations as the list does. */
export function chosen(donations: readonly RawDonation[], choice: Choice): RawDonation[] {
  const { search = '', within, status = 'All', period = 'All Time', now = Date.now() } = choice
  return sorted(donations).filter(
    (donation) =>
      (plain(search) === '' || isFound(donation, search, within)) &&
      (status === 'All' || statusLabel(donation.localStatus) === WORD_OF[status]) &&
      isIn(period, donation.createdAt, now),
  )
}

/** The figures of the four cards, sums in paise, and whether a sum includes a foreign currency. */
export function cardsOf(donations: readonly RawDonation[], now: number) {
  const successful = donations.filter(({ localStatus }) => statusLabel(localStatus) === 'Success')
  const sum = (some: readonly RawDonation[]) => some.reduce((total, { amount }) => total + (paiseOf(amount) ?? 0), 0)
  const donors = donations.map(
    ({ donorEmail, donorPhone, donorName }) =>
      textOf(donorEmail).toLowerCase() || digits(donorPhone) || `name ${plain(donorName)}`,
  )
  return {
    total: sum(successful),
    month: sum(successful.filter(({ createdAt }) => isIn('This Month', createdAt, now))),
    count: donations.length,
    donors: new Set(donors.filter((key) => key !== 'name ')).size,
    hasOtherCurrency: successful.some(({ currency }) => !['', 'inr'].includes(textOf(currency).toLowerCase())),
  }
}

/** Formats paise as `₹12,34,567.50`. */
export function rupees(paise: number): string {
  const [whole = '', rest = ''] = (Math.abs(paise) / 100).toFixed(2).split('.')
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
  return `${paise < 0 ? '-' : ''}₹${grouped}.${rest}`
}

/** An amount as a row shows it; a dash if there is none. */
export function moneyOf({ amount, currency }: RawDonation): string {
  const paise = paiseOf(amount)
  const code = textOf(currency).toUpperCase()
  if (paise === undefined) return '—'
  return code === '' || code === 'INR' ? rupees(paise) : `${code} ${rupees(paise).slice(1)}`
}

/** A phone number as a row shows it: Indian mobiles in three groups, others unchanged. */
export function phoneOf(phone: unknown): string {
  const text = textOf(phone)
  const number = digits(text)
  const isMobile = text.startsWith('+') && /^91[6-9]\d{9}$/.test(number)
  return isMobile ? `+91 ${number.slice(2, 7)} ${number.slice(7)}` : text
}
