import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildAdmin, buildDonation, buildEvent } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { formOf } from '../../testing/requests/forms.ts'
import { addSecondStepUser, PASSWORD } from '../../testing/second-step.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import { checkHistory } from './history-check-service.ts'
import { findHead } from './history-store.ts'

/** Of each kind of change, in each round. */
const EACH = 3
const ROUNDS = 8

interface Change {
  run: () => Promise<number>
  /** Statuses of its response. */
  allowed: readonly number[]
}
const certain = (run: Change['run']): Change => ({ run, allowed: [200] })
/** Another change may come first, and end what this one needs. */
const contested = (run: Change['run']): Change => ({ run, allowed: [200, 401, 404] })

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const limits = { UNPAID_ORDERS_PER_DAY: '100000', PUBLIC_REQUESTS_PER_MINUTE: '100000' }
  const server = suiteServer({ engine, env: { ...razorpay.env, ...limits } })
  const staff = suiteSession(server, 'superadmin')

  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, rest: object = {}) => {
    const answer = await server.app.inject({ method, url, headers: staff.bearer, ...rest })
    return answer.statusCode
  }
  const webhook = (kind: string, payment: object) =>
    send('POST', '/api/donate/webhook', razorpay.deliver(kind, payment))
  const form = async (title: string) => {
    const image = await sampleImage('jpeg')
    const { payload, headers } = formOf(['title', title], { field: 'image', name: 'x.jpg', bytes: image })
    return { payload, headers: { ...headers, ...staff.bearer } }
  }
  /** Its smaller versions are still being made. */
  const newEventWithPicture = async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/event/addevent', ...(await form('New')) })
    return answer.json().data._id
  }
  const newTrashedEvent = async () => {
    const id = await newEventWithPicture()
    await send('DELETE', `/api/event/${id}`)
    return id
  }
  /** A user who has given the password and is asked for a code. */
  const newSignIn = async () => {
    const user = await addSecondStepUser(server, `user-${randomUUID()}`)
    const answer = await server.post('/admin/login', { username: user.username, password: PASSWORD })
    return { ...user, ticket: answer.json().ticket }
  }

  /** Prepares one change of each kind. */
  async function prepare(): Promise<Change[]> {
    const [paid, refunded] = await Promise.all([newPayment(), newPayment()])
    await webhook('payment.captured', refunded)
    const whole = { ...refunded, status: 'refunded', amount_refunded: refunded.amount, refund_status: 'full' }
    // Paid and refunded before any report arrives: recorded as both in one transaction.
    const both = await newPayment()
    const gone = { ...both, status: 'refunded', amount_refunded: both.amount, refund_status: 'full' }
    const [{ id: event }, { id: donation }, { id: account }] = await Promise.all([
      buildEvent(server.db),
      buildDonation(server.db, { amount: 30_000 }),
      buildAdmin(server.db),
    ])
    const { bearer } = await server.signIn([])
    const [picture, trashed] = [await newEventWithPicture(), await newTrashedEvent()]
    const [user, leaver] = [await newSignIn(), await newSignIn()]
    const upload = await form('New')
    const change = await form('Changed')
    const signIn = ({ ticket }: { ticket: string }, code: string) =>
      send('POST', '/api/admin/login/second-step', { payload: { ticket, code }, headers: {} })
    return [
      certain(() => webhook('payment.captured', paid)),
      certain(() => webhook('refund.processed', whole)),
      certain(() => webhook('refund.processed', gone)),
      certain(() => send('POST', '/api/donate/verify', { payload: razorpay.proofOf(paid) })),
      certain(() => send('POST', '/api/event/addevent', upload)),
      certain(() => send('PUT', `/api/event/${event}`, change)),
      certain(() => send('PUT', `/api/event/${picture}`, change)),
      certain(() => send('DELETE', `/api/donate/${donation}`)),
      contested(() => send('PUT', `/api/admin/${account}`, { payload: { sections: ['Events'] } })),
      certain(() => send('DELETE', `/api/admin/${account}`)),
      contested(() => send('POST', `/api/trash/event/${trashed}/restore`)),
      certain(() => send('POST', '/api/trash/delete', { payload: { items: [{ kind: 'event', _id: trashed }] } })),
      certain(() => send('POST', '/api/admin/logout', { headers: bearer })),
      certain(() => signIn(user, user.recoveryCodes[0] ?? '')),
      contested(() => signIn(leaver, leaver.code(1))),
      certain(() => send('DELETE', '/api/admin/me/second-step', { headers: leaver.bearer })),
    ]
  }
  async function newPayment() {
    const payload = { amount: 50_000, donorName: 'Asha', donorPhone: '9876543210' }
    const answer = await server.post('/donate/order', payload)
    return razorpay.addPayment({ order_id: answer.json().data.orderId })
  }

  test('changes of sixteen kinds at once finish without an error', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const changes = (await Promise.all(Array.from({ length: EACH }, prepare))).flat()
      const statuses = await Promise.all(changes.map(({ run }) => run()))
      expect(statuses.filter((status, index) => !changes[index]?.allowed.includes(status))).toEqual([])
    }
    const head = await findHead(server.db)
    expect((await checkHistory(server.db, { key: server.history.key, head })).firstBreak).toBeNull()
  })
})
