import { afterAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { readPdf } from '../../testing/files/drawn-pdf.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { newKey } from '../../testing/gifts/gift-calls.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { type CallOptions, sharedTestApp } from '../../testing/shared-app.ts'

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, env: { ...razorpay.env, RECEIPTS_PER_HOUR: '1000' } })
  const { order, report, donationOf, receiptsOf, entriesOf } = paymentCalls(here, razorpay)

  let made = 0
  /** A captured donation, and the donor's record that it found. */
  async function paid(given: object = {}) {
    made += 1
    const donorPhone = `+9198765${String(made).padStart(5, '0')}`
    const donor = await buildDonor(here.db, { name: 'Asha Patil', phones: [donorPhone] })
    const payment = razorpay.addPayment({ order_id: await order({ donorName: 'Asha Patil', donorPhone, ...given }) })
    await report(payment)
    const { id, receipt_number } = await donationOf(payment.order_id)
    return { id, donor, payment, number: receipt_number ?? '' }
  }
  const renew = (id: string, key?: string) =>
    here.send('POST', `/donate/${id}/receipt`, undefined, key ? { key } : undefined)
  /** Why `renew` may be called. */
  const outdated = async (id: string, options?: CallOptions) =>
    (await here.read(`/donate/${id}`, options)).data.outdatedOnReceipt
  const dispute = (payment: object & { id: string }, kind: string, at = new Date()) =>
    report(payment, `payment.dispute.${kind}`, { at, returned: { id: `disp_${payment.id}`, amount: 50_000 } })
  const isPrintedCancelled = async (token: string) => {
    const { rawPayload } = await here.send('POST', `/donate/receipt/${token}`, undefined, { by: null })
    return (await readPdf(rawPayload)).text.includes('CANCELLED')
  }

  /** The receipts of a donor in the list of the panel, the newest first. */
  const states = async (donorId: string): Promise<[string, string, string | null][]> =>
    (await here.read(`/donors/${donorId}/receipts?page=1&limit=10`)).data.map(
      ({ number, state, replaces }: Record<string, string>) => [number, state, replaces],
    )

  test('replaces a receipt by one with the details of the donor’s record, once per key', async () => {
    const { id, donor, payment, number } = await paid()
    expect(await outdated(id)).toBeUndefined()
    expect((await renew(id)).statusCode).toBe(409)
    await here.send('PUT', `/donors/${donor.id}`, { name: 'Asha Rao', pan: 'ABCPR1234F' })
    expect(await outdated(id)).toEqual(['name', 'pan'])
    expect(await outdated(id, { by: await here.signIn(['UserInformation']) })).toBeUndefined()
    const key = newKey()
    const answers = [await renew(id, key), await renew(id, key)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [old, current] = await receiptsOf(payment.order_id)
    const after = await donationOf(payment.order_id)
    expect(JSON.parse(current?.snapshot ?? '')).toMatchObject({
      ...{ number: after.receipt_number, replaces: number, amount: 50_000 },
      donor: { name: 'Asha Rao', pan: 'ABCPR1234F' },
    })
    expect(current?.series).toBe(old?.series)
    expect(after).toMatchObject({ donor_name: 'Asha Rao', receipt_token: current?.token, status: 'captured' })
    expect(await states(donor.id)).toEqual([
      [after.receipt_number, 'valid', number],
      [number, 'corrected', null],
    ])
    const printed = [await isPrintedCancelled(old?.token ?? ''), await isPrintedCancelled(current?.token ?? '')]
    expect(printed).toEqual([true, false])
    expect(await outdated(id)).toBeUndefined()
    expect((await renew(id)).statusCode).toBe(409)
    expect((await entriesOf(payment.order_id)).at(-1)).toMatchObject({
      ...{ action: 'gift.receipt-renewed', actorId: here.staff.admin.id },
      before: { donorName: 'Asha Patil', pan: null },
      after: { donorName: 'Asha Rao', pan: '••••••234F' },
      details: { donorName: 'Asha Rao', receiptNumber: after.receipt_number, replacedReceipt: number },
    })
  })

  test('keeps what the donor wrote and the record does not have', async () => {
    const given = { donorPan: 'ABCPA1234F', donorAddress: '4 Hill Road, Pune 411001', donorEmail: 'asha@example.org' }
    const { id, donor, payment } = await paid(given)
    const bare = { pan: null, address: '' }
    await here.db.updateTable('donors').set(bare).where('id', '=', donor.id).execute()
    expect((await renew(id)).statusCode).toBe(409)
    await here.db.updateTable('donors').set({ name: 'Asha Rao' }).where('id', '=', donor.id).execute()
    expect((await renew(id)).statusCode).toBe(200)
    expect(await donationOf(payment.order_id)).toMatchObject({
      ...{ donor_name: 'Asha Rao', donor_pan: given.donorPan, donor_address: given.donorAddress },
      ...{ donor_email: given.donorEmail, donor_phone: donor.phones[0] },
    })
  })

  test('neither replaces nor cancels the receipt of a refunded donation', async () => {
    const { id, donor, payment } = await paid()
    await here.send('PUT', `/donors/${donor.id}`, { name: 'Asha Rao' })
    await report({ ...payment, status: 'refunded', amount_refunded: 50_000 })
    expect(await outdated(id)).toBeUndefined()
    expect((await renew(id)).statusCode).toBe(409)
    expect(await receiptsOf(payment.order_id)).toHaveLength(1)
  })

  test('cancels the receipt of a lost dispute, and issues another one if the dispute is won at last', async () => {
    const { id, donor, payment, number } = await paid()
    await dispute(payment, 'lost')
    expect(await states(donor.id)).toEqual([[number, 'valid', null]])
    expect(await outdated(id)).toEqual(['dispute'])
    expect((await renew(id)).statusCode).toBe(200)
    expect(await states(donor.id)).toEqual([[number, 'disputed', null]])
    const [receipt] = await receiptsOf(payment.order_id)
    expect(await isPrintedCancelled(receipt?.token ?? '')).toBe(true)
    const details = { receiptNumber: number }
    expect((await entriesOf(payment.order_id)).at(-1)).toMatchObject({ action: 'donation.receipt-cancelled', details })
    expect(await outdated(id)).toBeUndefined()
    expect((await renew(id)).statusCode).toBe(409)
    await dispute(payment, 'won', new Date(Date.now() + 60_000))
    expect(await outdated(id)).toEqual(['dispute'])
    expect((await renew(id)).statusCode).toBe(200)
    const { receipt_number } = await donationOf(payment.order_id)
    expect(await states(donor.id)).toEqual([
      [receipt_number, 'valid', number],
      [number, 'disputed', null],
    ])
  })

  test('prints the receipt of a deleted donation as cancelled, and as valid once it is restored', async () => {
    const { id, donor, payment } = await paid()
    const [receipt] = await receiptsOf(payment.order_id)
    const shown = async () => [
      await isPrintedCancelled(receipt?.token ?? ''),
      (await states(donor.id))[0]?.[1],
      (await here.send('GET', '/donate/accountant')).body
        .split('\r\n')
        .find((line: string) => line.includes(id))
        ?.split(',')[2],
    ]
    const valid = [false, 'valid', '"Valid"']
    expect(await shown()).toEqual(valid)
    await here.send('DELETE', `/donate/${id}`)
    expect(await shown()).toEqual([true, 'deleted', '"Cancelled: gift deleted"'])
    expect((await renew(id)).statusCode).toBe(404)
    await here.send('POST', `/trash/donation/${id}/restore`, {})
    expect(await shown()).toEqual(valid)
  })

  test('returns 404 for what is no online donation', async () => {
    const gift = { mode: 'cash', amount: 100, receivedOn: new Date().toISOString().slice(0, 10) }
    const { _id } = (await here.send('POST', '/gifts', gift)).json().data
    for (const id of [_id, 'none', '%00', 'f'.repeat(24)]) {
      expect((await renew(id)).statusCode).toBe(404)
    }
  })
})
