import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { CASH, CHEQUE, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)
  const get = async (path: string) => (await here.read(path)).data

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
