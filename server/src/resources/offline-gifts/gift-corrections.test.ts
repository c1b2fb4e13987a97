import type { SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import type { GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor, buildPurpose } from '../../testing/factories.ts'
import { CASH, CHEQUE, GIFTS, giftCalls, NOW, newKey, TODAY } from '../../testing/gifts/gift-calls.ts'
import { buildEntry, buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { historyOf } from '../../testing/history.ts'
import { ownTestApp, sharedTestApp } from '../../testing/shared-app.ts'

const YESTERDAY = '2026-11-19'

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)

  /** What the book says of fields of a gift. */
  const bookFields = ({ instrumentNumber, ...fields }: GiftChange) => ({
    ...fields,
    ...(instrumentNumber !== undefined && { reference: instrumentNumber }),
  })

  test('cancel the receipt and issue a new one, which names the cancelled one, when the amount changes', async () => {
    const added = await gifts.add({ ...CASH, amount: 501_00 })
    const corrected = await gifts.change(added._id, { amount: 105_00 })
    const [old, current] = corrected.receipts
    expect([old?.number, old?.reason, current?.reason]).toEqual([added.receipts[0]?.number, 'corrected', null])
    expect(await gifts.bookOf(added._id)).toEqual([
      [TODAY, 'gift', 501_00],
      [TODAY, 'reversal', -501_00],
      [TODAY, 'correction', 105_00],
    ])
    expect(await gifts.donationOf(added._id)).toMatchObject({
      amount: 105_00,
      receipt_number: current?.number,
      receipt_token: current?.token,
    })
    const [before, after] = [await gifts.textOf(old?.token), await gifts.textOf(current?.token)]
    expect(before).toContain('CANCELLED')
    expect(before).toContain('₹501.00')
    expect(after).not.toContain('CANCELLED')
    expect(after).toContain('₹105.00')
    expect(after).toContain(`Inplaceofreceiptno.${old?.number}`)
    const recorded = (await historyOf(here.db, added._id)).find(({ action }) => action === 'gift.corrected')
    expect(recorded).toMatchObject({
      before: { amount: 501_00 },
      after: { amount: 105_00 },
      details: { receiptNumber: current?.number },
    })
  })

  test('leave the expired link of the earlier receipt expired', async () => {
    const { _id, receipts } = await gifts.add(CASH)
    const expired = { receipt_expires_at: '2026-01-01T00:00:00.000Z' }
    await here.db.updateTable('donations').set(expired).where('id', '=', _id).execute()
    const current = (await gifts.change(_id, { amount: 1_00 })).receipts.at(-1)
    const open = async (token: string | undefined) =>
      (await here.send('POST', `/donate/receipt/${token}`, undefined, { by: null })).statusCode
    expect([await open(receipts[0]?.token), await open(current?.token)]).toEqual([410, 200])
  })

  test('issue a new receipt to another donor, and copy the details of that one', async () => {
    const [first, second] = [await buildDonor(here.db), await buildDonor(here.db, { name: 'Asha', pan: 'ABCPE1234F' })]
    const { _id } = await gifts.add({ ...CASH, donorId: first.id })
    const { receipts, donorName } = await gifts.change(_id, { donorId: second.id })
    expect([donorName, receipts.length]).toEqual(['Asha', 2])
    expect(await gifts.donationOf(_id)).toMatchObject({ donor_id: second.id, donor_pan: 'ABCPE1234F' })
    expect(await gifts.entriesOf(_id)).toMatchObject([
      { kind: 'gift', donor_name: first.name, receipt_number: receipts[0]?.number },
      { kind: 'reversal', amount: -500_00, donor_name: first.name, receipt_number: receipts[0]?.number },
      { kind: 'correction', amount: 500_00, donor_name: 'Asha', receipt_number: receipts[1]?.number },
    ])
    expect(await gifts.change(_id, { donorId: null })).toMatchObject({ donorName: '', donorId: null })
    expect(await gifts.donationOf(_id)).toMatchObject({ donor_id: null, donor_name: null, donor_pan: null })
  })

  test('keep receipt and cash book when only a text changes', async () => {
    const purpose = await buildPurpose(here.db)
    const added = await gifts.add({ ...CASH, purposeId: purpose.id })
    const change = { note: 'Came by post', collectedBy: 'Ramesh' }
    expect(await gifts.change(added._id, change)).toEqual({ ...added, bookedOn: null, ...change, version: 2 })
    expect(await gifts.bookOf(added._id)).toHaveLength(1)
  })

  test.each([
    ['reference', { ...CASH, mode: 'upi', reference: '412345678901' }, { reference: '412345678999' }],
    [
      'cheque number and bank',
      { ...CHEQUE, instrumentDate: YESTERDAY },
      { instrumentNumber: '000999', bank: 'Indian Bank' },
    ],
    ['leaf', { ...CASH, bookNumber: 'R', leafNumber: '1' }, { leafNumber: '2' }],
    [
      'quantity of goods',
      { mode: 'in_kind', receivedOn: TODAY, item: 'Rice', quantity: '50 kg' },
      { quantity: '5 kg' },
    ],
  ] as const)(
    'record another %s in the book of today, if the day of the gift is closed',
    async (_name, sent, change) => {
      const own = await ownTestApp({ engine })
      const ownGifts = giftCalls(own)
      const added = await ownGifts.add({ ...sent, receivedOn: YESTERDAY })
      await ownGifts.closeBooks(YESTERDAY)
      const entriesOf = async (day: string) => (await own.read(`/cash-book/${day}`)).data
      const closed = await entriesOf(YESTERDAY)
      const corrected = await ownGifts.change(added._id, change)
      expect(corrected.receipts).toEqual(added.receipts)
      expect(await entriesOf(YESTERDAY)).toEqual(closed)
      const book = await entriesOf(TODAY)
      const { _id: _, enteredAt: _enteredAt, ...said } = closed.entries[0]
      expect(book).toMatchObject({
        amount: 0,
        entries: [
          { ...said, kind: 'reversal', amount: 0 - said.amount },
          { ...said, ...bookFields(change), kind: 'correction' },
        ],
      })
      await ownGifts.change(added._id, { ...change, note: 'Nothing that the book says' })
      expect((await entriesOf(TODAY)).count).toBe(2)
    },
  )

  test('take back what the book says of a cheque that got its receipt after its entry', async () => {
    const { id: donorId } = await buildDonor(here.db)
    const { _id } = await gifts.add({ ...CHEQUE, donorId })
    const { receipts } = await gifts.move(_id, 'cleared', TODAY)
    await gifts.change(_id, { bank: 'Indian Bank' })
    await gifts.change(_id, { bank: 'Canara Bank' })
    const number = receipts[0]?.number
    expect(await gifts.entriesOf(_id)).toMatchObject([
      { kind: 'gift', receipt_number: '', bank: 'State Bank' },
      { kind: 'reversal', receipt_number: '', bank: 'State Bank' },
      { kind: 'correction', receipt_number: number, bank: 'Indian Bank' },
      { kind: 'reversal', receipt_number: number, bank: 'Indian Bank' },
      { kind: 'correction', receipt_number: number, bank: 'Canara Bank' },
    ])
  })

  test('reverse an entry that names no leaf without the leaf of its gift', async () => {
    const leaf = { book_number: 'Earlier', leaf_number: '7' }
    const booked = await buildOfflineGift(here.db, { ...leaf, mode: 'card', received_on: YESTERDAY })
    await buildEntry(here.db, booked, { book_number: '', leaf_number: '' })
    const unbooked = await buildOfflineGift(here.db, { ...leaf, mode: 'card', received_on: YESTERDAY })
    for (const { donation_id } of [booked, unbooked]) {
      await gifts.change(donation_id, { leafNumber: donation_id === booked.donation_id ? '8' : '9' })
    }
    expect((await gifts.entriesOf(booked.donation_id)).slice(1)).toMatchObject([
      { kind: 'reversal', book_number: '', leaf_number: '' },
      { kind: 'correction', book_number: 'Earlier', leaf_number: '8' },
    ])
    expect(await gifts.entriesOf(unbooked.donation_id)).toMatchObject([
      { kind: 'reversal', leaf_number: '7' },
      { kind: 'correction', leaf_number: '9' },
    ])
  })

  test('move a gift to another day, into the books of both days', async () => {
    const { _id } = await gifts.add(CASH)
    const moved = await gifts.change(_id, { receivedOn: YESTERDAY })
    expect(moved.receipts).toHaveLength(2)
    expect(await gifts.donationOf(_id)).toMatchObject({
      local_day: YESTERDAY,
      created_at: '2026-11-19T06:30:00.000Z',
      captured_at: '2026-11-19T06:30:00.000Z',
    })
    expect((await gifts.bookOf(_id)).slice(1)).toEqual([
      [TODAY, 'reversal', -500_00],
      [YESTERDAY, 'correction', 500_00],
    ])
  })

  test.each(GIFTS.map((gift) => [gift.mode, gift] as const))(
    'validate a gift by %s as a whole',
    async (_mode, sent) => {
      const { _id } = await gifts.add(sent)
      const response = await gifts.tryChange(_id, { receivedOn: '2026-11-21' })
      expect([response.statusCode, response.json().fields]).toEqual([400, { receivedOn: 'This day is in the future.' }])
      expect((await gifts.change(_id, { note: 'x' })).version).toBe(2)
    },
  )

  test('may keep a purpose that was retired meanwhile, but not choose one', async () => {
    const [used, other] = [await buildPurpose(here.db), await buildPurpose(here.db)]
    const { _id } = await gifts.add({ ...CASH, purposeId: used.id })
    await here.db.updateTable('purposes').set({ retired_at: '2026-01-01' }).execute()
    expect(await gifts.change(_id, { purposeId: used.id, note: 'x' })).toMatchObject({ purposeId: used.id, note: 'x' })
    expect((await gifts.tryChange(_id, { purposeId: other.id })).json().fields).toHaveProperty('purposeId')
    expect(await gifts.change(_id, { purposeId: null })).toMatchObject({ purposeId: null })
    await here.db.updateTable('purposes').set({ retired_at: null }).execute()
  })

  test('let one of two at once win, and show the other what is stored now', async () => {
    const { _id } = await gifts.add(CASH)
    const responses = await Promise.all(
      [600_00, 700_00].map((amount) => gifts.tryChange(_id, { amount }, { version: 1 })),
    )
    const [lost] = responses.filter(({ statusCode }) => statusCode === 412)
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    expect(lost?.json().current).toEqual(await gifts.read(_id))
    expect((await gifts.read(_id)).receipts).toHaveLength(2)
  })

  test('change and record nothing without a change', async () => {
    const added = await gifts.add(CASH)
    expect(await gifts.change(added._id, { amount: 500_00, note: ' ' })).toEqual({ ...added, bookedOn: null })
    expect((await historyOf(here.db, added._id)).map(({ action }) => action)).toEqual(['gift.added'])
  })

  test('refuse a form that was opened before a merge was undone', async () => {
    const [survivor, merged] = [await buildDonor(here.db), await buildDonor(here.db)]
    const { _id } = await gifts.add({ ...CASH, donorId: merged.id })
    await gifts.merge(survivor.id, merged.id)
    const form = await gifts.read(_id)
    const { id } = await here.db
      .selectFrom('donor_merges')
      .select('id')
      .where('merged_id', '=', merged.id)
      .executeTakeFirstOrThrow()
    expect((await here.send('POST', `/donors/merges/${id}/undo`)).statusCode).toBe(200)
    const saved = await gifts.tryChange(_id, { donorId: form.donorId, note: 'x' }, { version: form.version })
    expect([saved.statusCode, (await gifts.read(_id)).donorId]).toEqual([412, merged.id])
  })

  test('follow the donor into whom the donor was merged', async () => {
    const [survivor, merged] = [await buildDonor(here.db), await buildDonor(here.db, { name: 'Asha' })]
    const { _id } = await gifts.add({ ...CASH, donorId: merged.id })
    await gifts.merge(survivor.id, merged.id)
    const after = await gifts.change(_id, { note: 'x' })
    expect([after.donorId, after.donorName, after.receipts.length]).toEqual([survivor.id, 'Asha', 1])
    expect((await gifts.tryChange(_id, { donorId: merged.id })).statusCode).toBe(409)
  })

  test('change nothing that the book of a closed day says', async () => {
    const own = await ownTestApp({ engine })
    const ownGifts = giftCalls(own)
    const day = '2026-11-18'
    const [first, second] = [await buildDonor(own.db), await buildDonor(own.db, { name: 'Asha' })]
    const cheque = { ...CHEQUE, receivedOn: day, instrumentDate: day, donorId: first.id }
    const { _id } = await ownGifts.add(cheque)
    await ownGifts.closeBooks(day)
    const before = await own.read(`/cash-book/${day}`)
    expect(before.data.entries).toMatchObject([{ donorName: first.name, receivedOn: day, reference: '000123' }])
    await ownGifts.change(_id, { donorId: second.id, instrumentNumber: '000999', receivedOn: '2026-11-10' })
    await ownGifts.move(_id, 'cleared', TODAY)
    await ownGifts.remove(_id)
    expect(await own.read(`/cash-book/${day}`)).toEqual(before)
    const { entries } = (await own.read(`/cash-book/${TODAY}`)).data
    expect(entries.filter(({ giftId }: { giftId: string }) => giftId === _id)).toMatchObject([
      { kind: 'reversal', amount: -5_000_00, donorName: first.name, receivedOn: day, reference: '000123' },
      { kind: 'correction', amount: 5_000_00, donorName: 'Asha', receivedOn: '2026-11-10', reference: '000999' },
      { kind: 'deletion', amount: -5_000_00, receiptNumber: expect.stringMatching(/./) },
    ])
  })

  test('leave the book of a closed day as it is, and are entered on the day on which they are made', async () => {
    const own = await ownTestApp({ engine })
    const ownGifts = giftCalls(own)
    const { _id } = await ownGifts.add({ ...CASH, receivedOn: YESTERDAY })
    await ownGifts.closeBooks(YESTERDAY)
    const corrected = await ownGifts.change(_id, { amount: 400_00 })
    expect(corrected).toMatchObject({ bookedOn: TODAY, booksClosedUpTo: YESTERDAY })
    expect(await ownGifts.bookOf(_id)).toEqual([
      [YESTERDAY, 'gift', 500_00],
      [TODAY, 'reversal', -500_00],
      [TODAY, 'correction', 400_00],
    ])
    await ownGifts.closeBooks(TODAY)
    expect(await ownGifts.change(_id, { amount: 300_00 })).toMatchObject({ bookedOn: '2026-11-21' })
    expect((await ownGifts.bookOf(_id)).slice(3)).toEqual([
      ['2026-11-21', 'reversal', -400_00],
      ['2026-11-21', 'correction', 300_00],
    ])
  })

  test('a deleted gift loses its receipt, and a restored one gets another that names it', async () => {
    const { _id, receipts } = await gifts.add(CASH)
    const [first] = receipts
    expect((await gifts.remove(_id)).statusCode).toBe(200)
    expect((await here.send('GET', `/gifts/${_id}`)).statusCode).toBe(404)
    expect((await gifts.tryChange(_id, { note: 'x' })).statusCode).toBe(404)
    expect(await gifts.textOf(first?.token)).toContain('CANCELLED')
    expect((await gifts.restore(_id)).statusCode).toBe(200)
    const restored = await gifts.read(_id)
    expect(restored.version).toBe(2)
    expect(restored.receipts).toMatchObject([
      { number: first?.number, reason: 'deleted' },
      { cancelledAt: null, reason: null },
    ])
    const second = restored.receipts[1]
    expect(await gifts.textOf(second?.token)).toContain(`Inplaceofreceiptno.${first?.number}`)
    expect(await gifts.bookOf(_id)).toEqual([
      [TODAY, 'gift', 500_00],
      [TODAY, 'deletion', -500_00],
      [TODAY, 'restoration', 500_00],
    ])
    const numbers = (await gifts.entriesOf(_id)).map(({ receipt_number }) => receipt_number)
    expect(numbers).toEqual([first?.number, first?.number, second?.number])
    const recorded = (await historyOf(here.db, _id)).filter(({ action }) => action.startsWith('donation.'))
    expect(recorded).toMatchObject([
      { action: 'donation.deleted', details: { receiptNumber: first?.number } },
      { action: 'donation.restored', details: { receiptNumber: second?.number } },
    ])
    await gifts.remove(_id)
    const items = [{ kind: 'donation', _id }]
    expect((await here.send('POST', '/trash/restore', { items })).json().data).toMatchObject([{ isDone: true }])
    expect(await gifts.reasonsOf(_id)).toEqual(['deleted', 'deleted', null])
  })

  test('a cheque without receipt comes back without one, and a bounced one stays out of the book', async () => {
    const pending = await gifts.add(CHEQUE)
    await gifts.remove(pending._id)
    await gifts.restore(pending._id)
    expect((await gifts.read(pending._id)).receipts).toEqual([])
    const bounced = await gifts.add(CHEQUE)
    await gifts.move(bounced._id, 'cleared', TODAY)
    await gifts.move(bounced._id, 'bounced', TODAY)
    await gifts.remove(bounced._id)
    await gifts.restore(bounced._id)
    expect(await gifts.bookOf(bounced._id)).toEqual([
      [TODAY, 'gift', 5_000_00],
      [TODAY, 'bounce', -5_000_00],
    ])
    expect((await gifts.read(bounced._id)).receipts).toMatchObject([{ reason: 'bounced' }])
  })

  test('the leaf of a deleted gift is free, and the gift comes back only while it is', async () => {
    const leaf = { bookNumber: '7', leafNumber: '1' }
    const { _id } = await gifts.add({ ...CASH, ...leaf })
    await gifts.remove(_id)
    const other = await gifts.add({ ...CASH, ...leaf })
    const refused = await gifts.restore(_id)
    const sentence = 'This leaf was used for the gift of 20 Nov 2026 by an anonymous donor.'
    expect([refused.statusCode, refused.json().message]).toEqual([409, sentence])
    expect((await gifts.donationOf(_id)).deleted_at).not.toBeNull()
    expect(await gifts.bookOf(_id)).toHaveLength(2)
    await gifts.remove(other._id)
    expect((await gifts.restore(_id)).statusCode).toBe(200)
  })

  test('a gift of a donor who was merged meanwhile comes back with the other donor', async () => {
    const [survivor, merged] = [await buildDonor(here.db), await buildDonor(here.db)]
    const { _id } = await gifts.add({ ...CASH, donorId: merged.id })
    await gifts.remove(_id)
    await gifts.merge(survivor.id, merged.id)
    await gifts.restore(_id)
    expect((await gifts.read(_id)).donorId).toBe(survivor.id)
  })

  test('a donation that was paid online keeps its receipt, and is in no cash book', async () => {
    const { id } = await buildDonation(here.db)
    await gifts.remove(id)
    await gifts.restore(id)
    expect(await gifts.bookOf(id)).toEqual([])
    expect((await historyOf(here.db, id)).at(-1)?.details).toMatchObject({ receiptNumber: null })
  })
})

const PAN = 'ABCPE1234F'

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)

  /** What the receipts of a gift print of the donor, the oldest first. */
  const printed = async (id: string) =>
    (await gifts.snapshotsOf(id)).map(({ donor, replaces }) => [donor.name, donor.pan, donor.address, replaces])
  const changeDonor = (id: string, fields: object) =>
    here.db.updateTable('donors').set(fields).where('id', '=', id).execute()
  const renew = (id: string, options?: { key?: string; version?: number }) =>
    here.send('POST', `/gifts/${id}/receipt`, undefined, options)

  test('a cleared cheque gets a receipt with what the donor’s record says by then', async () => {
    const donor = await buildDonor(here.db, { name: 'Asha' })
    const { _id } = await gifts.add({ ...CHEQUE, donorId: donor.id })
    await changeDonor(donor.id, { pan: PAN, address: 'Pune', name: 'Asha Devi' })
    expect(await gifts.move(_id, 'cleared', TODAY)).toMatchObject({ donorName: 'Asha Devi', outdatedOnReceipt: [] })
    expect(await printed(_id)).toEqual([['Asha Devi', PAN, 'Pune', undefined]])
    expect((await historyOf(here.db, _id)).find(({ action }) => action === 'gift.cleared')).toMatchObject({
      before: { donorName: 'Asha', address: null, pan: null },
      after: { donorName: 'Asha Devi', address: 'Pune', pan: '••••••234F' },
    })
    const entries = await gifts.entriesOf(_id)
    expect(entries.map(({ kind, donor_name }) => [kind, donor_name])).toEqual([
      ['gift', 'Asha'],
      ['reversal', 'Asha'],
      ['correction', 'Asha Devi'],
    ])
  })

  test('a correction that replaces the receipt takes the donor’s details of today, another does not', async () => {
    const donor = await buildDonor(here.db, { name: 'Ram' })
    const { _id } = await gifts.add({ ...CASH, donorId: donor.id })
    await changeDonor(donor.id, { address: 'Pune' })
    expect(await gifts.change(_id, { note: 'x' })).toMatchObject({ outdatedOnReceipt: ['address'], bookedOn: null })
    expect(await gifts.change(_id, { amount: 7_00 })).toMatchObject({ outdatedOnReceipt: [], bookedOn: TODAY })
    const corrected = (await historyOf(here.db, _id)).at(-1)
    expect(corrected).toMatchObject({ before: { address: null, amount: 500_00 }, after: { address: 'Pune' } })
    expect(corrected?.details?.replacedReceipt).toEqual((await gifts.read(_id)).receipts[0]?.number)
    const [, replaced] = await printed(_id)
    expect(replaced).toEqual(['Ram', null, 'Pune', expect.stringMatching(/./)])
  })

  test('replaces the valid receipt by one with the donor’s details of today, once per key', async () => {
    const donor = await buildDonor(here.db, { name: 'Sita' })
    const added = await gifts.add({ ...CASH, donorId: donor.id })
    expect((await renew(added._id)).statusCode).toBe(409)
    await changeDonor(donor.id, { pan: 'ABCPS1234K' })
    const { outdatedOnReceipt, version } = await gifts.read(added._id)
    expect(outdatedOnReceipt).toEqual(['pan'])
    expect((await renew(added._id, { version: version - 1 })).statusCode).toBe(412)
    const key = newKey()
    const answers = await Promise.all([renew(added._id, { key, version }), renew(added._id, { key, version })])
    const [first, repeated] = answers.map((answer) => answer.json().data)
    expect(repeated).toEqual(first)
    const [old] = added.receipts
    expect(first).toMatchObject({ outdatedOnReceipt: [], receipts: [{ number: old?.number, reason: 'corrected' }, {}] })
    expect(await printed(added._id)).toEqual([
      ['Sita', null, null, undefined],
      ['Sita', 'ABCPS1234K', null, old?.number],
    ])
    expect(await gifts.bookOf(added._id)).toEqual([[TODAY, 'gift', 500_00]])
    expect(await historyOf(here.db, added._id)).toMatchObject([
      {},
      {
        action: 'gift.receipt-renewed',
        before: { pan: null },
        after: { pan: '••••••234K' },
        details: { donorName: 'Sita', receiptNumber: first.receipts[1].number, replacedReceipt: old?.number },
      },
    ])
    await changeDonor(donor.id, { name: 'Sita Devi' })
    expect((await renew(added._id)).json().data.donorName).toBe('Sita Devi')
    expect(await gifts.bookOf(added._id)).toHaveLength(3)
  })
})

const MINUTE_MS = 60_000

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)
  beforeEach(() => vi.setSystemTime(NOW))

  /** Corrects the amount a minute before the gift was entered, by the clock. */
  async function correctWithEarlierClock(id: string) {
    vi.setSystemTime(NOW - MINUTE_MS)
    const { receipts } = await gifts.change(id, { amount: 4_000_00 })
    vi.setSystemTime(NOW + MINUTE_MS)
    return receipts
  }

  test('a cheque that was corrected with the clock set back gets no second receipt when it is cleared', async () => {
    await gifts.setRule({ receiptOnClearing: false })
    const { _id } = await gifts.add(CHEQUE)
    const receipts = await correctWithEarlierClock(_id)
    expect(receipts.map(({ reason }) => reason)).toEqual(['corrected', null])
    expect((await gifts.move(_id, 'cleared', TODAY)).receipts).toEqual(receipts)
    await gifts.move(_id, 'bounced', TODAY)
    expect((await gifts.undo(_id)).receipts.map(({ reason }) => reason)).toEqual(['corrected', 'bounced', null])
    await gifts.setRule({ receiptOnClearing: true })
  })

  test('a gift that was corrected with the clock set back has a receipt again when it is restored', async () => {
    const { _id } = await gifts.add(CASH)
    const [, corrected] = await correctWithEarlierClock(_id)
    await gifts.remove(_id)
    await gifts.restore(_id)
    const { receipts } = await gifts.read(_id)
    expect(receipts.map(({ reason }) => reason)).toEqual(['corrected', 'deleted', null])
    expect((await gifts.snapshotsOf(_id)).map(({ replaces }) => replaces)).toContain(corrected?.number)
  })

  const get = async (path: string) => (await here.read(path)).data
  const find = async (search: string) => {
    const rows: { _id: string }[] = await get(`/donate?page=1&limit=10&search=${encodeURIComponent(search)}`)
    return rows.map(({ _id }) => _id)
  }

  test('the number of each earlier receipt finds its gift in lists, figures, groups and exports', async () => {
    await gifts.add(CASH)
    const { _id } = await gifts.add({ ...CASH, amount: 1_23 })
    await gifts.change(_id, { amount: 4_56 })
    const { receipts } = await gifts.change(_id, { amount: 7_89 })
    expect(receipts).toHaveLength(3)
    for (const { number } of receipts) expect([number, await find(number)]).toEqual([number, [_id]])
    const first = receipts[0]?.number ?? ''
    expect(await find(`${first.toLowerCase()} ${first}`)).toEqual([_id])
    expect(await find(`${first} nobody`)).toEqual([])
    const search = `search=${encodeURIComponent(first)}`
    expect(await get(`/donate/summary/matches?${search}`)).toMatchObject({ count: 1, successfulAmount: 7_89 })
    expect((await get(`/donate/groups?by=mode&${search}`)).total).toMatchObject({ count: 1, amount: 7_89 })
    for (const path of ['/donate/export', '/donate/accountant']) {
      expect((await here.send('GET', `${path}?${search}`)).body).toContain('7.89')
    }
  })

  test('only who sees receipts finds a gift by their numbers', async () => {
    const { _id, receipts } = await gifts.add(CASH)
    await gifts.change(_id, { amount: 1 })
    const by = await here.signIn(['UserInformation'])
    const path = `/donate?page=1&limit=10&search=${encodeURIComponent(receipts[0]?.number ?? '')}`
    expect((await here.read(path, { by })).data).toEqual([])
  })

  test('deposits, warnings and cash books name no cancelled receipt', async () => {
    const { id: donorId } = await buildDonor(here.db)
    const { _id } = await gifts.add({ ...CHEQUE, donorId })
    await gifts.move(_id, 'cleared', TODAY)
    await gifts.undo(_id)
    const open: SlipGift[] = await get('/deposit-slips/open')
    expect(open.find((gift) => gift._id === _id)).toMatchObject({ receiptNumber: '' })
    const double = await gifts.tryAdd({ ...CHEQUE, donorId })
    expect(double.json().message).not.toMatch(/SD/)
    await gifts.change(_id, { amount: 6_00 })
    await gifts.remove(_id)
    const entries = await gifts.entriesOf(_id)
    expect(entries.map(({ kind, receipt_number }) => [kind, receipt_number])).toEqual([
      ['gift', ''],
      ['reversal', ''],
      ['correction', ''],
      ['deletion', ''],
    ])
  })

  test('a gift whose only receipt is cancelled offers none, and its number finds it', async () => {
    const { _id: cheque } = await gifts.add(CHEQUE)
    const number = (await gifts.move(cheque, 'cleared', TODAY)).receipts[0]?.number ?? ''
    expect((await get(`/donate/${cheque}`)).receipt).toMatchObject({ number })
    await gifts.undo(cheque)
    expect((await get(`/donate/${cheque}`)).receipt).toBeNull()
    expect(await find(number)).toEqual([cheque])
    await gifts.move(cheque, 'cleared', TODAY)
    const current = (await gifts.read(cheque)).receipts.at(-1)
    expect((await get(`/donate/${cheque}`)).receipt).toMatchObject({ number: current?.number, token: current?.token })
    await gifts.move(cheque, 'bounced', TODAY)
    expect((await get(`/donate/${cheque}`)).receipt).toBeNull()
    for (const each of [number, current?.number ?? '']) expect(await find(each)).toEqual([cheque])
  })

  test('lists all receipts of a donor in pages, also after a merge', async () => {
    const { id: survivor } = await buildDonor(here.db)
    const { id: mergedId } = await buildDonor(here.db)
    const { _id: donationId } = await gifts.add({ ...CASH, donorId: mergedId })
    await gifts.add({ ...CASH, donorId: survivor, amount: 1_00 })
    const [old, current] = (await gifts.change(donationId, { amount: 7_89 })).receipts
    await gifts.merge(survivor, mergedId)
    const receiptsOf = (id: string, page: number) => here.send('GET', `/donors/${id}/receipts?page=${page}&limit=1`)
    const valid = { state: 'valid', receiptDay: TODAY, currency: 'INR', cancelledAt: null }
    const first = (await receiptsOf(survivor, 1)).json()
    expect(first).toMatchObject({ total: 3, page: 1 })
    expect(first.data).toMatchObject([
      { ...valid, donationId, number: current?.number, token: current?.token, amount: 7_89, replaces: old?.number },
    ])
    expect((await receiptsOf(survivor, 2)).json().data).toMatchObject([{ ...valid, amount: 1_00, replacedBy: null }])
    expect((await receiptsOf(survivor, 3)).json().data).toMatchObject([
      { state: 'corrected', number: old?.number, amount: CASH.amount, token: old?.token, replacedBy: current?.number },
    ])
    await here.db.updateTable('donations').set({ status: 'refunded' }).where('id', '=', donationId).execute()
    expect((await receiptsOf(survivor, 1)).json().data).toMatchObject([{ state: 'refunded' }])
    expect((await receiptsOf(mergedId, 1)).json()).toMatchObject({ total: 0, data: [] })
    expect((await receiptsOf('f'.repeat(24), 1)).statusCode).toBe(404)
  })

  let leaves = 0
  const newLeaf = () => {
    leaves += 1
    return { bookNumber: 'B', leafNumber: String(leaves) }
  }
  const WITHOUT = { bookNumber: '', leafNumber: '' }
  const countReceipts = async () => (await here.db.selectFrom('receipts').select('id').execute()).length

  test('a gift with a leaf never gets a number, whatever happens to it', async () => {
    const before = await countReceipts()
    const { _id, ...added } = await gifts.add({ ...CASH, ...newLeaf() })
    expect(added).toMatchObject({ status: 'captured', receipts: [] })
    await gifts.change(_id, { amount: 700_00 })
    await gifts.remove(_id)
    expect((await gifts.restore(_id)).statusCode).toBe(200)
    await gifts.change(_id, newLeaf())
    const { _id: cheque } = await gifts.add({ ...CHEQUE, ...newLeaf() })
    await gifts.move(cheque, 'cleared', TODAY)
    await gifts.undo(cheque)
    await gifts.move(cheque, 'bounced', TODAY)
    await gifts.undo(cheque)
    expect(await countReceipts()).toBe(before)
    expect((await get(`/donate/${_id}`)).receipt).toBeNull()
  })

  test('the leaf takes no number of the series, and stands in the row of the accountant', async () => {
    const first = await gifts.add({ ...CASH, amount: 1_234_56 })
    await gifts.add({ ...CASH, amount: 4_321_05, bookNumber: 'K9', leafNumber: '77' })
    const second = await gifts.add({ ...CASH, amount: 2_345_67 })
    const [a, b] = [first, second].map(({ receipts }) => Number(receipts[0]?.number.split('/').at(-1)))
    expect(b).toBe((a ?? 0) + 1)
    const csv = (await here.send('GET', '/donate/accountant')).body.slice(1).replaceAll('"', '')
    const [heads = '', ...lines] = csv.split('\n')
    const cells = lines.map((line) => line.split(',')).find((line) => line.includes('4321.05'))
    const cellOf = (head: string) => cells?.[heads.split(',').indexOf(head)]
    expect(['Receipt Number', 'Amount', 'Book No.', 'Leaf No.'].map(cellOf)).toEqual(['', '4321.05', 'K9', '77'])
  })

  test('a receipt stays when the gift gets a leaf, and is replaced and cancelled as before', async () => {
    const { _id, receipts } = await gifts.add(CASH)
    expect((await gifts.change(_id, newLeaf())).receipts).toEqual(receipts)
    await gifts.change(_id, { amount: 900_00 })
    await gifts.remove(_id)
    await gifts.restore(_id)
    expect(await gifts.reasonsOf(_id)).toEqual(['corrected', 'deleted', null])
    await gifts.change(_id, WITHOUT)
    expect(await gifts.reasonsOf(_id)).toEqual(['corrected', 'deleted', null])
  })

  test('a gift that loses its leaf gets the receipt that it would have had', async () => {
    const { _id } = await gifts.add({ ...CASH, ...newLeaf() })
    expect((await gifts.change(_id, { ...WITHOUT, amount: 800_00 })).receipts).toMatchObject([{ cancelledAt: null }])
    const { _id: cheque } = await gifts.add({ ...CHEQUE, ...newLeaf() })
    expect((await gifts.change(cheque, WITHOUT)).receipts).toEqual([])
    expect((await gifts.move(cheque, 'cleared', TODAY)).receipts).toHaveLength(1)
  })

  test('a gift with a leaf gets a number too if the settings say so', async () => {
    await gifts.setRule({ receiptForLeaf: true })
    expect((await gifts.add({ ...CASH, ...newLeaf() })).receipts).toHaveLength(1)
    await gifts.setRule({})
    expect((await gifts.add({ ...CASH, ...newLeaf() })).receipts).toEqual([])
  })
})
