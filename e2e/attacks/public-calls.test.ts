import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { type AttackTarget, countStatuses, openAttackTarget, recordsOf } from './attack-target.ts'

const MESSAGE = { name: 'Asha', email: 'asha@example.org', subject: 'Visit', message: 'Namaste' }
const ORDER = { amount: 50_000, donorName: 'Asha' }

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

let stored = 0
beforeEach(async () => {
  stored = (await messages()).length
})
const messages = () => recordsOf(target, '/api/message/getMessage')
const sendMessage = (fields: object = {}, ip = '192.0.2.9') =>
  target.call('/api/message/addMessage', { body: { ...MESSAGE, ...fields }, ip })
const sendOrder = (fields: object = {}, ip = '192.0.2.9') =>
  target.call('/api/donate/order', { body: { ...ORDER, ...fields }, ip })
const times = <Result>(count: number, run: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)))

test('a flood of messages from one address is stored to 20, and donations go on', async () => {
  expect(countStatuses(await times(30, () => sendMessage({}, '198.51.100.1')))).toEqual({ 200: 20, 429: 10 })
  expect(await messages()).toHaveLength(stored + 20)
  expect((await sendOrder({}, '198.51.100.1')).status).toBe(200)
  expect((await sendMessage({}, '198.51.100.2')).status).toBe(200)
})

test('a flood of messages from one IPv6 network is stored to 20', async () => {
  const answers = await times(30, (n) => sendMessage({}, `2001:db8:5:5::${n + 1}`))
  expect(countStatuses(answers)).toEqual({ 200: 20, 429: 10 })
})

test('a flood of orders from one address is refused after 60, and messages go on', async () => {
  expect(countStatuses(await times(70, () => sendOrder({}, '198.51.100.3')))).toEqual({ 200: 60, 429: 10 })
  expect((await sendMessage({}, '198.51.100.3')).status).toBe(200)
})

test('a program that fills the honeypot sees a success, and nothing is stored', async () => {
  const person = await sendMessage()
  const program = await sendMessage({ extraNote: 'https://spam.example' })
  expect([program.status, program.text]).toEqual([person.status, person.text])
  expect([...program.headers.keys()]).toEqual([...person.headers.keys()])
  expect(await messages()).toHaveLength(stored + 1)

  await sendOrder({ extraNote: 'https://spam.example', donorName: 'Spam' })
  const donations = await recordsOf(target, '/api/donate')
  expect(donations.filter(({ donorName }) => donorName === 'Spam')).toEqual([])
})

test('a message of 10 MB is refused', async () => {
  // The server may close the connection before everything is sent.
  const answer = await sendMessage({ message: 'x'.repeat(10_000_000) }).catch(() => undefined)
  expect([413, undefined]).toContain(answer?.status)
  expect(await messages()).toHaveLength(stored)
})

test.each([
  ['a message over 10,000 characters', () => sendMessage({ message: 'x'.repeat(10_001) })],
  ['a name over 200 characters', () => sendMessage({ name: 'x'.repeat(201) })],
  ['a subject over 300 characters', () => sendMessage({ subject: 'x'.repeat(301) })],
  ['a honeypot over 500 characters', () => sendMessage({ extraNote: 'x'.repeat(501) })],
  ['a donor’s name over 200 characters', () => sendOrder({ donorName: 'x'.repeat(201) })],
  ['a purpose over 200 characters', () => sendOrder({ purpose: 'x'.repeat(201) })],
])('%s is refused', async (_what, send) => {
  expect((await send()).status).toBe(400)
  expect(await messages()).toHaveLength(stored)
})
