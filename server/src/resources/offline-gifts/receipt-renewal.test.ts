import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { CASH, CHEQUE, type GiftCalls, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const PAN = 'ABCPE1234F'

anyDatabase((engine) => {
  let here: TestApp
  let gifts: GiftCalls
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    here = await testApp({ engine })
    gifts = await giftCalls(here)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await here.close()
  })

  /** What the receipts of a gift print of the donor, the oldest first. */
  async function printed(id: string) {
    const rows = await here.db.selectFrom('receipts').select('snapshot').where('donation_id', '=', id).execute()
    const snapshots = rows.map(({ snapshot }) => JSON.parse(snapshot)).sort((a, b) => (a.number < b.number ? -1 : 1))
    return snapshots.map(({ donor, replaces }) => [donor.name, donor.pan, donor.address, replaces])
  }
  const changeDonor = (id: string, fields: object) =>
    here.db.updateTable('donors').set(fields).where('id', '=', id).execute()
  const renew = (id: string, options?: { key?: string; version?: number }) =>
    gifts.send('POST', `/gifts/${id}/receipt`, undefined, options)

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
    const key = gifts.newKey()
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
