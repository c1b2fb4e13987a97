import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { type AttackTarget, countStatuses, openAttackTarget, recordsOf } from './attack-target.ts'

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
let target: AttackTarget
beforeAll(async () => {
  razorpay = await startRazorpay()
  target = await openAttackTarget(razorpay.settings)
})
afterAll(async () => {
  await target?.close()
  await razorpay.stop()
})

const sendMessage = (ip: string, message = 'Namaste') =>
  target.call('/api/message/addMessage', { body: { name: 'Asha', email: 'asha@example.org', message }, ip })
const sendOrder = (ip: string) => target.call('/api/donate/order', { body: { amount: 50_000, donorName: 'Asha' }, ip })
const times = <Result>(count: number, run: () => Promise<Result>) => Promise.all(Array.from({ length: count }, run))

test('a flood of messages from one address is stored to 20, one of orders to 60, and neither stops the other', async () => {
  expect(countStatuses(await times(30, () => sendMessage('198.51.100.1')))).toEqual({ 200: 20, 429: 10 })
  expect(await recordsOf(target, '/api/message/getMessage')).toHaveLength(20)
  expect(countStatuses(await times(70, () => sendOrder('198.51.100.2')))).toEqual({ 200: 60, 429: 10 })
  expect((await sendOrder('198.51.100.1')).status).toBe(200)
  expect((await sendMessage('198.51.100.2')).status).toBe(200)
})

test('a message of 10 MB is refused', async () => {
  const before = await recordsOf(target, '/api/message/getMessage')
  // The server may close the connection before everything is sent.
  const answer = await sendMessage('198.51.100.3', 'x'.repeat(10_000_000)).catch(() => undefined)
  expect([413, undefined]).toContain(answer?.status)
  expect(await recordsOf(target, '/api/message/getMessage')).toEqual(before)
})
