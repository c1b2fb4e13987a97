import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { CASH, CHEQUE, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)

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

  test('lists say when a gift was entered, and what its deletion does, also to whom they show no receipt', async () => {
    const receivedOn = '2026-11-02'
    const { _id } = await gifts.add({ ...CASH, receivedOn })
    const { id } = await buildDonation(here.db, { created_at: '2026-11-03T00:00:00.000Z' })
    const enteredAt = new Date(NOW).toISOString()
    const offlineGift = { enteredAt, receivedOn, hasReceipt: true, heldBySlip: false, booksClosedUpTo: null }
    const by = await here.signIn(['UserInformation'])
    const [online, gift] = (await here.read('/donate?page=1&limit=100', { by })).data
      .filter((each: { _id: string }) => [id, _id].includes(each._id))
      .map(({ createdAt, ...each }: { createdAt: string }) => [createdAt, each])
    expect(online).toEqual([
      '2026-11-03T00:00:00.000Z',
      expect.not.objectContaining({ offlineGift: expect.anything() }),
    ])
    expect(gift).toEqual(['2026-11-02T06:30:00.000Z', expect.objectContaining({ _id, offlineGift })])
    expect(gift[1]).not.toHaveProperty('receipt')
    await gifts.closeBooks(receivedOn)
    const closed = { ...offlineGift, heldBySlip: null, booksClosedUpTo: receivedOn }
    expect((await here.read(`/donate/${_id}`)).data).toMatchObject({ offlineGift: closed })
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
