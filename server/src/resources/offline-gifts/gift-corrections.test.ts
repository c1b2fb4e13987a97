import type { GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor, buildPurpose } from '../../testing/factories.ts'
import { CASH, CHEQUE, GIFTS, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
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

  describe('corrections', () => {
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
      const [first, second] = [
        await buildDonor(here.db),
        await buildDonor(here.db, { name: 'Asha', pan: 'ABCPE1234F' }),
      ]
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
        expect([response.statusCode, response.json().fields]).toEqual([
          400,
          { receivedOn: 'This day is in the future.' },
        ])
        expect((await gifts.change(_id, { note: 'x' })).version).toBe(2)
      },
    )

    test('may keep a purpose that was retired meanwhile, but not choose one', async () => {
      const [used, other] = [await buildPurpose(here.db), await buildPurpose(here.db)]
      const { _id } = await gifts.add({ ...CASH, purposeId: used.id })
      await here.db.updateTable('purposes').set({ retired_at: '2026-01-01' }).execute()
      expect(await gifts.change(_id, { purposeId: used.id, note: 'x' })).toMatchObject({
        purposeId: used.id,
        note: 'x',
      })
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
  })
})
