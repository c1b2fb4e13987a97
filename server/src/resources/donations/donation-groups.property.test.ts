import { isRupees } from '@sevadesk/contract/donations/donation-figures.ts'
import {
  FILTER_FIELDS,
  type FilterField,
  GROUPINGS,
  type Grouping,
} from '@sevadesk/contract/donations/donation-groups.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildInstitution, buildPurpose, type DonationRow } from '../../testing/factories.ts'
import { addOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

/** Around the ends of months and financial years in India, and years apart. */
const moment = fc
  .tuple(
    fc.constantFrom('2024-02-29T18:30', '2025-12-31T18:30', '2026-03-31T18:30', '2026-04-30T18:30', '2019-07-15T06:00'),
    fc.constantFrom(-1000, -1, 0, 1, 86_400_000),
  )
  .map(([time, ms]) => new Date(Date.parse(`${time}:00Z`) + ms).toISOString())
const PURPOSES = ['a'.repeat(24), 'b'.repeat(24)]
const INSTITUTIONS = ['c'.repeat(24), 'd'.repeat(24)]
const COLLECTORS = ['', 'Ramesh', 'ramesh', 'सुनीता देवी', '100%']
const MODES = ['cash', 'cheque', 'upi', 'UPI', 'in_kind', 'collection', null]

const gift = fc.record({
  amount: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 10_000_000_000_00 })),
  currency: fc.constantFrom('INR', 'INR', 'INR', 'inr', 'USD', 'usd', 'JPY'),
  status: fc.constantFrom('captured', 'captured', 'Authorized', 'CAPTURED', 'pending', 'refunded', 'failed', null),
  created_at: moment,
  captured_at: fc.option(moment),
  hasPayment: fc.boolean(),
  payment_method: fc.constantFrom(...MODES),
  purpose_id: fc.constantFrom(null, ...PURPOSES),
  institution_id: fc.constantFrom(null, ...INSTITUTIONS),
  refunded_amount: fc.constantFrom(null, 1),
  isDeleted: fc.nat({ max: 9 }).map((chance) => chance === 0),
  collector: fc.constantFrom(undefined, ...COLLECTORS),
  donor_name: fc.constantFrom('Asha Sharma', 'Ravi', 'दानी'),
})
type Gift = Parameters<Parameters<typeof gift.map>[0]>[0]

const filter = fc.record(
  {
    purpose: fc.constantFrom('none', ...PURPOSES),
    institution: fc.constantFrom('none', ...INSTITUTIONS),
    mode: fc.constantFrom('none', 'upi', 'in_kind', 'cash'),
    collector: fc.constantFrom('none', ...COLLECTORS.slice(1)),
    search: fc.constantFrom('sharma', 'ra', 'दानी', 'nobody'),
    status: fc.constantFrom('all', 'authorized', 'pending', 'unknown'),
    days: fc.constantFrom(['2026-03-31', '2026-03-31'], ['2026-04-01', '2026-04-01'], ['2024-03-01', '2026-01-01']),
  },
  { requiredKeys: [] },
)
type Filter = Parameters<Parameters<typeof filter.map>[0]>[0]

const localDay = (time: string) => new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().slice(0, 10)
const receivedAt = ({ hasPayment, captured_at, created_at }: Gift) => (hasPayment && captured_at) || created_at
const isSuccess = ({ status }: Gift) => ['captured', 'authorized'].includes(status?.toLowerCase() ?? '')

/** The value by which a gift is grouped; null for none. */
function keyOfGift(gift: Gift, field: Grouping): string | null {
  switch (field) {
    case 'month':
      return localDay(receivedAt(gift)).slice(0, 7)
    case 'purpose':
      return gift.purpose_id
    case 'institution':
      return gift.institution_id
    case 'mode':
      return gift.payment_method?.toLowerCase() ?? null
    case 'collector':
      return gift.collector || null
  }
}

const hasField = (gift: Gift, field: FilterField, value: string | undefined) =>
  value === undefined || (keyOfGift(gift, field) ?? 'none') === value

function matches(gift: Gift, filter: Filter, day: string): boolean {
  const { days, search, status = 'all' } = filter
  const key = isSuccess(gift) ? 'authorized' : (gift.status ?? 'unknown')
  return (
    !gift.isDeleted &&
    (status === 'all' || key === status) &&
    (days === undefined || (day >= (days[0] ?? '') && day <= (days[1] ?? ''))) &&
    (search === undefined || gift.donor_name.toLowerCase().includes(search)) &&
    FILTER_FIELDS.every((field) => hasField(gift, field, filter[field]))
  )
}

/** The same sums by a plain loop, as text: one line per group, currency and kind. */
function sumsOf(gifts: readonly Gift[], keyOf: (gift: Gift) => string | null): string[] {
  const sums = new Map<string, { count: number; amount: bigint }>()
  for (const gift of gifts) {
    const currency = gift.payment_method === 'in_kind' ? 'kind' : gift.currency.toUpperCase()
    const key = `${keyOf(gift)} ${currency}`
    const sum = sums.get(key) ?? { count: 0, amount: 0n }
    sums.set(key, { count: sum.count + 1, amount: sum.amount + BigInt(currency === 'kind' ? 0 : gift.amount) })
  }
  return [...sums].map(([key, { count, amount }]) => `${key}: ${count} ${amount}`).sort()
}

interface Sums {
  key?: string | null
  count: number
  amount: number
  otherCurrencies: { currency: string; count: number; amount: number }[]
  inKind: number
}

function linesOf(rows: readonly Sums[]): string[] {
  return rows
    .flatMap(({ key = null, count, amount, otherCurrencies, inKind }) => [
      ...(count > 0 ? [`${key} INR: ${count} ${amount}`] : []),
      ...otherCurrencies.map((other) => `${key} ${other.currency}: ${other.count} ${other.amount}`),
      ...(inKind > 0 ? [`${key} kind: ${inKind} 0`] : []),
    ])
    .sort()
}

eachDatabase((engine) => {
  const here = sharedTestApp({ engine })
  beforeAll(async () => {
    for (const id of INSTITUTIONS) await buildInstitution(here.db, { id })
    for (const id of PURPOSES) await buildPurpose(here.db, { id })
  })

  async function clear() {
    await here.db.deleteFrom('offline_gifts').execute()
    await here.db.deleteFrom('donations').execute()
  }

  async function add({ hasPayment, isDeleted, collector, ...fields }: Gift) {
    const given: Partial<DonationRow> = { ...fields, ...(isDeleted && { deleted_at: fields.created_at }) }
    const { id } = await buildDonation(here.db, hasPayment ? given : { ...given, payment_id: null })
    if (collector !== undefined) await addOfflineGift(here.db, id, { collected_by: collector })
  }

  async function get(path: string, { days, ...query }: Filter & Record<string, unknown>) {
    const range = days ? { from: days[0] ?? '', to: days[1] ?? '' } : {}
    const url = `/donate${path}?${new URLSearchParams({ ...query, ...range } as Record<string, string>)}`
    const { statusCode, body } = await here.send('GET', url)
    expect(statusCode, `${url} ${body}`).toBe(200)
    return JSON.parse(body)
  }

  test(`groups and filters agree with a plain loop, to the paisa`, async () => {
    let runs = 0
    let groups = 0
    const story = fc.record({
      // At least one gift is successful, so that every grouping has a row.
      gifts: fc
        .tuple(gift, fc.array(gift, { minLength: 4, maxLength: 39 }))
        .map(([first, others]): Gift[] => [{ ...first, status: 'captured', isDeleted: false }, ...others]),
      filters: fc.array(filter, { minLength: 3, maxLength: 3 }),
    })
    const property = fc.asyncProperty(story, async ({ gifts, filters }) => {
      await clear()
      for (const each of gifts) await add(each)
      runs += 1
      for (const [index, each] of [{}, ...filters].entries()) {
        const received = gifts.filter((one) => isSuccess(one) && matches(one, each, localDay(receivedAt(one))))
        for (const by of GROUPINGS) {
          const { rows, total } = (await get('/groups', { by, ...each })).data
          expect(linesOf(rows)).toEqual(sumsOf(received, (one) => keyOfGift(one, by)))
          expect(linesOf([total])).toEqual(sumsOf(received, () => null))
          groups += rows.length
        }
        const listed = gifts.filter((one) => matches(one, each, localDay(one.created_at)))
        const successful = listed.filter(isSuccess)
        const sum = successful.reduce((total, { amount }) => total + BigInt(amount), 0n)
        const figures = (await get('/summary/matches', each)).data
        expect(figures).toMatchObject({ count: listed.length, successfulCount: successful.length })
        expect(BigInt(figures.successfulAmount)).toBe(sum)
        const later = { ...each, dayOf: 'receipt' }
        // The line of figures has all currencies and gifts in kind in one sum.
        const all = { count: received.length, sum: received.reduce((total, { amount }) => total + BigInt(amount), 0n) }
        const ofReceipt = (await get('/summary/matches', later)).data
        expect([ofReceipt.successfulCount, BigInt(ofReceipt.successfulAmount)]).toEqual([all.count, all.sum])
        const rupees = received.filter(({ currency, payment_method: mode }) => isRupees(currency) && mode !== 'in_kind')
        if (rupees.length === received.length) {
          const { total } = (await get('/groups', { by: 'mode', ...each })).data
          expect([total.count, total.amount]).toEqual([ofReceipt.successfulCount, ofReceipt.successfulAmount])
        }
        const sort = index % 2 === 0 ? 'latest' : 'amount-high'
        const page = await get('', { ...each, sort, page: 2, limit: 3 })
        expect(page.total).toBe(listed.length)
        const whole = (await get('', { ...each, sort })).data
        const wholeOfReceipt = (await get('', { ...later, sort })).data
        expect(wholeOfReceipt).toHaveLength(ofReceipt.count)
        const lastOfReceipt = await get('', { ...later, sort, page: 99, limit: 3 })
        expect(lastOfReceipt.total).toBe(ofReceipt.count)
        expect(lastOfReceipt.data).toEqual(wholeOfReceipt.slice((lastOfReceipt.page - 1) * 3))
        expect(whole).toHaveLength(listed.length)
        expect(page.data).toEqual(whole.slice((page.page - 1) * 3, page.page * 3))
      }
    })
    await fc.assert(property, { numRuns: 4, interruptAfterTimeLimit: 40_000 })
    expect(groups).toBeGreaterThanOrEqual(runs * GROUPINGS.length)
  })
})
