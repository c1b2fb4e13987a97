import type { DonationGroup, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { DonorDetails } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { CashBook, CashBookSummary } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import { CLEARED_MODES, GIFT_MODES, type GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { buildDonor, buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { GIFTS, giftCalls } from '../../testing/gifts/gift-calls.ts'
import { ownTestApp, type SharedApp } from '../../testing/shared-app.ts'
import type { TestSession } from '../../testing/test-app.ts'

/** Days of receipt, in two financial years, and those on which events are recorded. */
const DAYS = ['2026-03-16', '2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02', '2026-04-15']
const [CLEARED_ON, BOUNCED_ON, TODAY] = ['2026-04-16', '2026-04-17', '2026-04-20']
const RANGES = [
  ['2026-03-16', TODAY],
  ['2026-03-31', '2026-03-31'],
  ['2025-04-01', '2026-03-31'],
  ['2026-04-01', '2027-03-31'],
] as const
const CONFIRMED = ['double', 'cash-limit', 'stale-cheque', 'other-year', 'anonymous-limit']
const MAY_BE_ANONYMOUS: readonly GiftMode[] = ['cash', 'upi']

const common = {
  amount: fc.integer({ min: 100, max: 30_000_00 }),
  donor: fc.option(fc.nat(2)),
  purpose: fc.option(fc.nat(1)),
}
const gift = fc.record({
  ...common,
  mode: fc.constantFrom<GiftMode>(...GIFT_MODES),
  day: fc.constantFrom(...DAYS),
  desk: fc.nat(1),
  collector: fc.constantFrom('', 'Ramesh', 'सीता देवी'),
})
const payment = fc.record({
  ...common,
  method: fc.constantFrom('upi', 'card', 'netbanking'),
  /** Up to midnight of the trust's zone; half of the payments come after it. */
  orderedAt: fc.constantFrom(...DAYS.slice(0, 4).map((day) => `${day}T23:59:20+05:30`)),
  paidAfterMs: fc.constantFrom(null, 39_000, 40_000),
})
const event = fc.record({
  kind: fc.constantFrom('cleared', 'bounced', 'undone', 'corrected', 'refunded', 'closed'),
  choice: fc.nat(),
  amount: common.amount,
  desk: fc.nat(1),
})

type ItemOf<Source> = Source extends fc.Arbitrary<infer Item> ? Item : never

/** A gift as this test expects it. */
interface Expected {
  id: string
  isOnline: boolean
  mode: string
  amount: number
  orderedOn: string
  /** The day of receipt or capture. */
  day: string | null
  status: 'captured' | 'pending' | 'failed' | 'refunded' | 'created'
  donor: number | null
  purpose: number | null
  collector: string
  paymentId: string
  /** Of each receipt, whether it is valid. */
  receipts: boolean[]
}

const isSuccess = ({ status }: Expected) => status === 'captured'
const isCheque = ({ mode }: Expected) => CLEARED_MODES.some((one) => one === mode)
/** The gifts to which each event can happen. */
const CANDIDATES = {
  cleared: (gift: Expected) => isCheque(gift) && gift.status === 'pending',
  undone: (gift: Expected) => isCheque(gift) && isSuccess(gift),
  bounced: (gift: Expected) => isCheque(gift) && gift.status !== 'failed',
  corrected: (gift: Expected) => !gift.isOnline && gift.mode !== 'in_kind' && gift.status !== 'failed',
  refunded: (gift: Expected) => gift.isOnline && isSuccess(gift),
}

const dayOf = (time: number) => new Date(time + 5.5 * 3_600_000).toISOString().slice(0, 10)
const yearOf = (day: string) => (day < '2026-04-01' ? '2025-26' : '2026-27')
const sumOf = (some: readonly { amount: number }[]) => some.reduce((sum, { amount }) => sum + amount, 0)
const totalOf = (some: readonly { amount: number }[]) => ({ count: some.length, amount: sumOf(some) })
/** The totals of the items by a key, in the order of the keys. */
function totalsBy<Item extends { amount: number }>(some: readonly Item[], keyOf: (item: Item) => string) {
  const groups = Map.groupBy(some, keyOf)
  return [...groups.keys()].toSorted().map((key) => [key, totalOf(groups.get(key) ?? [])])
}
const rowsOf = (csv: string) => {
  const [heads = [], ...rows] = csv
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replaceAll('"', '')))
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])))
}
const paiseOf = (rupees = '') => Number(rupees.replace('.', ''))

/** Rows of the server as `totalsBy` returns them. */
function pairsOf(rows: readonly Record<string, unknown>[], key: string) {
  return rows
    .map((row): [string, unknown] => [`${row[key]}`, { count: row.count, amount: row.amount }])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

test('books, lists, groups, exports, donors and receipts of a month equal sums by plain loops', async () => {
  const month = fc.record({
    payments: fc.array(payment, { minLength: 2, maxLength: 8 }),
    gifts: fc.array(gift, { minLength: 6, maxLength: 20 }),
    events: fc.array(event, { minLength: 8, maxLength: 24 }),
  })
  const property = fc.asyncProperty(month, async ({ payments, gifts, events }) => {
    const office = await openOffice()
    try {
      for (const each of payments) await office.receive(each)
      vi.setSystemTime(Date.parse(`${TODAY}T12:00:00+05:30`))
      for (const each of gifts) await office.enter(each)
      for (const each of events) await office.record(each)
      await expectBooks(office)
      for (const [from, to] of RANGES) await expectRange(office, from, to)
      await expectWhole(office)
    } finally {
      await office.close()
    }
  })
  await fc.assert(property, { numRuns: 4, interruptAfterTimeLimit: 60_000 })
})

async function openOffice(): Promise<Office> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T12:00:00+05:30`) })
  const razorpay = await fakeRazorpay()
  const server = await ownTestApp({ env: razorpay.env })
  const donors = await Promise.all([0, 1, 2].map((at) => buildDonor(server.db, { phones: [`+91981112220${at}`] })))
  const institution = await buildInstitution(server.db)
  const purposes = [
    await buildPurpose(server.db, { institution_id: institution.id }),
    await buildPurpose(server.db),
  ] as const
  return new Office({
    ...{ razorpay, server, calls: giftCalls(server), institution: institution.id },
    desks: [await server.signIn(['Donations']), await server.signIn(['Donations'])],
    donors: donors.map(({ id }) => id),
    purposes: purposes.map(({ id }) => id),
  })
}

interface Parts {
  razorpay: FakeRazorpay
  server: SharedApp
  calls: ReturnType<typeof giftCalls>
  desks: TestSession[]
  donors: string[]
  /** The first belongs to the institution. */
  purposes: string[]
  institution: string
}

/** Makes the calls of a month, and keeps what they should lead to. */
class Office {
  readonly parts: Parts
  readonly gifts: Expected[] = []
  /** Of the cash books. */
  readonly entries: { id: string; day: string; receivedOn: string; mode: string; desk: string; amount: number }[] = []
  #closedUpTo = ''

  constructor(parts: Parts) {
    this.parts = parts
  }

  async close(): Promise<void> {
    vi.useRealTimers()
    await this.parts.razorpay.close()
  }

  async get(path: string) {
    const response = await this.parts.server.send('GET', path)
    expect([path, response.statusCode]).toEqual([path, 200])
    return response
  }

  async dataOf(path: string) {
    return (await this.get(path)).json().data
  }

  /** An order of the site, and its payment. */
  async receive({ amount, donor, purpose, method, orderedAt, paidAfterMs }: ItemOf<typeof payment>): Promise<void> {
    const { server, razorpay, purposes } = this.parts
    const ordered = Date.parse(orderedAt)
    vi.setSystemTime(ordered)
    const payload = {
      amount,
      ...(donor !== null && { donorName: `Donor ${donor}`, donorPhone: `981112220${donor}` }),
      ...(purpose !== null && { purposeId: purposes[purpose] }),
    }
    const order = await server.app.inject({ method: 'POST', url: '/api/donate/order', payload })
    expect(order.statusCode, order.body).toBe(200)
    const { orderId } = order.json().data
    const ids = server.db.selectFrom('donations').select('id').where('order_id', '=', orderId)
    const { id } = await ids.executeTakeFirstOrThrow()
    const common = { id, isOnline: true, amount, donor, purpose, collector: '', orderedOn: dayOf(ordered) }
    if (paidAfterMs === null) {
      this.gifts.push({ ...common, mode: '', day: null, status: 'created', paymentId: '', receipts: [] })
      return
    }
    const paid = ordered + paidAfterMs
    vi.setSystemTime(paid)
    const captured = razorpay.addPayment({ order_id: orderId, method })
    await this.#deliver('payment.captured', captured)
    const done = { mode: method, day: dayOf(paid), status: 'captured', paymentId: captured.id } as const
    this.gifts.push({ ...common, ...done, receipts: [true] })
  }

  /** A gift by hand. */
  async enter({ mode, day, desk, collector, purpose, ...given }: ItemOf<typeof gift>): Promise<void> {
    const { calls, donors, purposes } = this.parts
    const donor = MAY_BE_ANONYMOUS.includes(mode) ? given.donor : (given.donor ?? 0)
    const giver = mode === 'collection' ? null : donor
    const amount = mode === 'in_kind' ? 0 : given.amount
    const { amount: _, ...fields } = GIFTS.find((one) => one.mode === mode) ?? { mode }
    const sent = {
      ...{ ...fields, receivedOn: day, collectedBy: collector, confirmed: CONFIRMED },
      ...('instrumentDate' in fields && { instrumentDate: day }),
      ...(amount > 0 && { amount }),
      donorId: giver === null ? null : donors[giver],
      ...(purpose !== null && { purposeId: purposes[purpose] }),
    }
    const { _id: id } = await calls.add(sent, this.#by(desk))
    const isPending = CLEARED_MODES.includes(mode)
    const added: Expected = {
      ...{ id, isOnline: false, mode, amount, orderedOn: day, day, donor: giver, purpose, collector, paymentId: '' },
      status: isPending ? 'pending' : 'captured',
      receipts: isPending || mode === 'in_kind' || mode === 'collection' ? [] : [true],
    }
    this.gifts.push(added)
    this.#book(added, amount, desk)
  }

  /** Records the event for one of the gifts to which it can happen. */
  async record({ kind, choice, ...how }: ItemOf<typeof event>): Promise<void> {
    if (kind === 'closed') return this.#closeBooks(DAYS[choice % DAYS.length] ?? '')
    const candidates = this.gifts.filter(CANDIDATES[kind])
    const chosen = candidates[choice % candidates.length]
    if (!chosen) return
    if (kind === 'refunded') return this.#refund(chosen, how.amount)
    if (kind === 'corrected') return this.#correct(chosen, how)
    return this.#move(chosen, kind, how.desk)
  }

  async #closeBooks(day: string): Promise<void> {
    if (day <= this.#closedUpTo) return
    await accepted(this.parts.server.send('POST', `/cash-book/${day}/close`))
    this.#closedUpTo = day
  }

  /** Of the whole for an even amount. */
  async #refund(chosen: Expected, amount: number): Promise<void> {
    const refunded = this.parts.razorpay.payments.get(chosen.paymentId)
    if (!refunded) throw new Error('The payment is not known')
    const isWhole = amount % 2 === 0 || amount >= chosen.amount
    refunded.status = isWhole ? 'refunded' : 'captured'
    refunded.amount_refunded = isWhole ? chosen.amount : amount
    await this.#deliver('refund.processed', refunded)
    if (!isWhole) return
    chosen.status = 'refunded'
    cancelReceipt(chosen)
  }

  async #correct(chosen: Expected, { amount: given, desk }: { amount: number; desk: number }): Promise<void> {
    const amount = given === chosen.amount ? given + 1 : given
    await accepted(this.parts.calls.tryChange(chosen.id, { amount, confirmed: CONFIRMED }, this.#by(desk)))
    this.#book(chosen, -chosen.amount, desk)
    chosen.amount = amount
    this.#book(chosen, amount, desk)
    if (cancelReceipt(chosen)) chosen.receipts.push(true)
  }

  async #move(cheque: Expected, kind: 'cleared' | 'undone' | 'bounced', desk: number): Promise<void> {
    const { calls } = this.parts
    const by = this.#by(desk)
    if (kind === 'cleared') {
      await accepted(calls.tryMove(cheque.id, 'cleared', CLEARED_ON, by))
      cheque.status = 'captured'
      cheque.receipts.push(true)
      return
    }
    cancelReceipt(cheque)
    if (kind === 'undone') {
      await accepted(calls.tryUndo(cheque.id, 'cleared', by))
      cheque.status = 'pending'
      return
    }
    await accepted(calls.tryMove(cheque.id, 'bounced', BOUNCED_ON, by))
    cheque.status = 'failed'
    // Never before the money entered the books, which a correction may have moved to today.
    const entered = this.entries.findLast(({ id }) => id === cheque.id)?.day ?? ''
    this.#book(cheque, -cheque.amount, desk, [BOUNCED_ON, entered].toSorted().at(-1))
  }

  /** An entry stands in the book of its day, or in that of today if that book is closed. */
  #book({ id, mode, day }: Expected, amount: number, desk: number, on = day ?? ''): void {
    const name = this.#by(desk).by?.admin.username ?? ''
    this.entries.push({ id, day: on > this.#closedUpTo ? on : TODAY, receivedOn: day ?? '', mode, desk: name, amount })
  }

  #by(desk: number) {
    const by = this.parts.desks[desk]
    return by ? { by } : {}
  }

  async #deliver(kind: string, payment: object): Promise<void> {
    const delivery = this.parts.razorpay.deliver(kind, payment, { at: new Date() })
    await accepted(this.parts.server.app.inject({ method: 'POST', url: '/api/donate/webhook', ...delivery }))
  }
}

async function accepted(call: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await call
  expect([statusCode, body]).toEqual([200, body])
}

/** Returns whether there was a valid receipt. */
function cancelReceipt(gift: Expected): boolean {
  const hadOne = gift.receipts.at(-1) === true
  gift.receipts = gift.receipts.map(() => false)
  return hadOne
}

async function expectBooks(office: Office): Promise<void> {
  const books: CashBookSummary[] = await office.dataOf('/cash-books?limit=100')
  const days = new Set(office.entries.map(({ day }) => day))
  expect(books.map(({ day }) => day).toSorted()).toEqual([...days].toSorted())
  for (const { day, count, amount, cash } of books) {
    const own = office.entries.filter((entry) => entry.day === day)
    const book: CashBook = await office.dataOf(`/cash-book/${day}`)
    expect({ count, amount }).toEqual(totalOf(own))
    expect(book).toMatchObject(totalOf(own))
    expect(cash).toBe(sumOf(own.filter(({ mode }) => mode === 'cash' || mode === 'collection')))
    expect(pairsOf(book.byMode, 'mode')).toEqual(totalsBy(own, ({ mode }) => mode))
    expect(pairsOf(book.byPerson, 'name')).toEqual(totalsBy(own, ({ desk }) => desk))
    expect(book.carried).toEqual(totalOf(own.filter(({ receivedOn }) => receivedOn < day)))
  }
}

/** The lists, the groups and the accountant's export of the days of a range. */
async function expectRange(office: Office, from: string, to: string): Promise<void> {
  const { gifts, parts } = office
  const isIn = (day: string | null) => day !== null && from <= day && day <= to
  const range = `from=${from}&to=${to}`
  for (const [query, listed] of [
    ['', gifts.filter(({ orderedOn }) => isIn(orderedOn))],
    ['&dayOf=receipt', gifts.filter(({ orderedOn, day }) => isIn(day ?? orderedOn))],
  ] as const) {
    const successful = totalOf(listed.filter(isSuccess))
    expect(await office.dataOf(`/donate/summary/matches?${range}${query}`)).toMatchObject({
      ...{ count: listed.length, successfulCount: successful.count, successfulAmount: successful.amount },
    })
  }

  const received = gifts.filter((gift) => isSuccess(gift) && isIn(gift.day))
  const money = received.filter(({ mode }) => mode !== 'in_kind')
  const keys: Record<string, (gift: Expected) => string> = {
    month: ({ day }) => day?.slice(0, 7) ?? '',
    purpose: ({ purpose }) => `${purpose === null ? null : parts.purposes[purpose]}`,
    institution: ({ purpose }) => (purpose === 0 ? parts.institution : 'null'),
    mode: ({ mode }) => mode,
    collector: ({ collector }) => collector || 'null',
  }
  for (const [by, keyOf] of Object.entries(keys)) {
    const { rows, total }: { rows: DonationGroup[]; total: GroupSums } = await office.dataOf(
      `/donate/groups?by=${by}&${range}`,
    )
    expect(total).toMatchObject({ ...totalOf(money), inKind: received.length - money.length })
    const ofMoney = rows.filter(({ count }) => count > 0)
    expect([by, ...pairsOf(ofMoney, 'key')]).toEqual([by, ...totalsBy(money, keyOf)])
  }

  const exported = gifts.filter(({ status, day }) => status !== 'created' && isIn(day))
  const rows = rowsOf((await office.get(`/donate/accountant?${range}`)).body)
  const rowsById = Map.groupBy(rows, (row) => row['Donation ID'])
  expect([...rowsById.keys()].toSorted()).toEqual(exported.map(({ id }) => id).toSorted())
  for (const gift of exported) expectExported(gift, rowsById.get(gift.id) ?? [])
}

/** A row for each receipt, the amount of money that was received in one of them. */
function expectExported({ mode, amount, status, receipts }: Expected, rows: readonly Record<string, string>[]): void {
  expect(rows).toHaveLength(Math.max(1, receipts.length))
  const isMoney = mode !== 'in_kind' && (status === 'captured' || status === 'refunded')
  expect(rows.flatMap((row) => row.Amount || []).map(paiseOf)).toEqual(isMoney ? [amount] : [])
  const valid = rows.filter((row) => row['Receipt State'] === 'Valid')
  expect(valid.map((row) => paiseOf(row['Receipt Amount']))).toEqual(receipts.filter(Boolean).map(() => amount))
}

/** The CSV, the donors' totals, and the numbers of the receipts, which run from 1 in each year. */
async function expectWhole(office: Office): Promise<void> {
  const { gifts, parts } = office
  const csv = rowsOf((await office.get('/donate/export')).body)
  const amounts = csv.map((row) => `${row['Donation ID']} ${paiseOf(row['Amount (₹)'])}`)
  expect(amounts.toSorted()).toEqual(gifts.map(({ id, amount }) => `${id} ${amount}`).toSorted())
  for (const [at, id] of parts.donors.entries()) {
    const { years }: DonorDetails = await office.dataOf(`/donors/${id}`)
    const own = gifts.filter((gift) => gift.donor === at && isSuccess(gift))
    expect(pairsOf(years, 'year')).toEqual(totalsBy(own, ({ day }) => yearOf(day ?? '')))
  }
  const receipts = await parts.server.db.selectFrom('receipts').select(['series', 'number']).execute()
  for (const year of ['2025-26', '2026-27']) {
    const ofYear = gifts.filter(({ day }) => day !== null && yearOf(day) === year)
    const count = ofYear.reduce((sum, gift) => sum + gift.receipts.length, 0)
    const numbers = receipts.filter(({ series }) => series === year).map(({ number }) => number)
    expect(new Set(numbers)).toEqual(new Set(Array.from({ length: count }, (_, at) => at + 1)))
    expect(numbers).toHaveLength(count)
  }
}
