import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { DepositGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import type { Site } from '../support/site.ts'
import {
  DESKS,
  type Desk,
  type MonthGift,
  type OfficeDay,
  type OfficeEvent,
  type OfflineGift,
  type OnlineGift,
} from './month-types.ts'
import { findDonor, idOf, type Office, send } from './office.ts'
import { typeGift } from './type-gift.ts'

/** What a desk has seen before it saves: days of the last financial year, large sums of cash, doubles. */
const CONFIRMED = ['double', 'cash-limit', 'stale-cheque', 'other-year', 'anonymous-limit']

/**
 * One day: both desks enter, a person types into the form and webhooks arrive at once. Then both desks
 * record what happened to gifts, and one of them closes the books.
 */
export async function workDay(
  office: Office,
  { razorpay }: Site,
  page: Page,
  { entered, events, closes }: OfficeDay,
): Promise<void> {
  const offline = entered.filter((gift) => gift.mode !== 'razorpay')
  const ofDesk = (desk: Desk) => offline.filter((gift) => gift.desk === desk && !gift.isTyped)
  await Promise.all([
    runSequentially(ofDesk('meera'), (gift) => enterGift(office, gift)),
    runSequentially(ofDesk('ravi'), (gift) => enterGift(office, gift)),
    runSequentially(
      offline.filter(({ isTyped }) => isTyped),
      (gift) => typeGift(office, page, gift),
    ),
    runSequentially(entered.filter(isOnline), (gift) => receiveOnline(office, razorpay, gift)),
  ])
  await Promise.all(
    [...DESKS, undefined].map((desk) =>
      runSequentially(
        events.filter((event) => deskOf(event) === desk),
        (event) => recordEvent(office, razorpay, event),
      ),
    ),
  )
  if (closes !== null) await send(office.desks.meera, 'POST', `/cash-book/${closes}/close`)
}

async function runSequentially<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await work(item)
}

/** A refund comes from Razorpay. */
function deskOf(event: OfficeEvent): Desk | undefined {
  return event.kind === 'refunded' ? undefined : event.desk
}

function isOnline(gift: MonthGift): gift is OnlineGift {
  return gift.mode === 'razorpay'
}

function paiseOf(rupees: string): number {
  return Number(rupees.replace('.', ''))
}

async function enterGift({ desks, donors, purposes, institutions, gifts }: Office, gift: OfflineGift): Promise<void> {
  const { key, mode, day, rupees, donor, purpose, institution, collector, type, details } = gift
  const { estimatedValue, ...texts } = details
  const fields = {
    ...{ ...texts, mode, receivedOn: day, donationType: type, confirmed: CONFIRMED },
    ...(estimatedValue !== undefined && { estimatedValue: paiseOf(estimatedValue) }),
    ...(rupees !== null && { amount: paiseOf(rupees) }),
    ...(donor !== null && { donorId: idOf(donors, donor) }),
    ...(purpose !== null && { purposeId: idOf(purposes, purpose) }),
    ...(institution !== null && { institutionId: idOf(institutions, institution) }),
    ...(collector !== null && { collectedBy: collector }),
  }
  const headers = { 'idempotency-key': randomBytes(16).toString('hex') }
  gifts.set(key, (await send(desks[gift.desk], 'POST', '/gifts', fields, headers))._id)
}

/** Orders by the public call, moves the order to its day, pays and sends the signed webhook. */
async function receiveOnline(office: Office, razorpay: Site['razorpay'], gift: OnlineGift): Promise<void> {
  const { sevadesk, list, purposes, gifts, razorpayIds, visitors } = office
  const { key, rupees, donor, purpose, method, orderedAt, capturedAt, givesPan } = gift
  const { name, phone, email, pan, address } = (donor !== null && list.donors[donor]) || {}
  const { orderId } = await send<{ orderId: string }>(visitors, 'POST', '/donate/order', {
    amount: paiseOf(rupees ?? ''),
    ...(name !== undefined && { donorName: name, donorPhone: phone, ...(email && { donorEmail: email }) }),
    ...(givesPan && pan && { donorPan: pan, donorAddress: address }),
    ...(purpose !== null && { purposeId: idOf(purposes, purpose) }),
  })
  const [order] = await sevadesk.sql.all('select id from donations where order_id = ?', orderId)
  gifts.set(key, String(order?.id))
  razorpayIds.set(orderId, `order of ${key}`)
  const createdAt = new Date(orderedAt).toISOString()
  const values = [createdAt, orderedAt.slice(0, 10), orderId]
  await sevadesk.sql.all('update donations set created_at = ?, local_day = ? where order_id = ?', ...values)
  if (capturedAt === null) return
  const proof = razorpay.pay(orderId, Date.parse(capturedAt) / 1000, method)
  razorpayIds.set(proof.razorpay_payment_id, `payment of ${key}`)
  expect(await razorpay.sendEvent(sevadesk.apiUrl, 'payment.captured', proof.razorpay_payment_id)).toBe(200)
}

async function recordEvent(office: Office, razorpay: Site['razorpay'], event: OfficeEvent): Promise<void> {
  const { sevadesk, desks, donors, gifts } = office
  switch (event.kind) {
    case 'cleared':
    case 'bounced': {
      const step = {
        step: event.kind,
        on: event.day,
        ...(event.kind === 'bounced' && { reason: 'Funds insufficient' }),
      }
      await send(desks[event.desk], 'POST', `/gifts/${idOf(gifts, event.gift)}/cheque`, step)
      return
    }
    case 'cleared-undone': {
      const path = `/gifts/${idOf(gifts, event.gift)}`
      const { version } = await send<{ version: number }>(desks[event.desk], 'GET', path)
      await send(desks[event.desk], 'POST', `${path}/cheque/undo`, { step: 'cleared' }, { 'if-match': `"${version}"` })
      return
    }
    case 'deposited':
      return deposit(office, event)
    case 'corrected': {
      const path = `/gifts/${idOf(gifts, event.gift)}`
      const { version } = await send<{ version: number }>(desks[event.desk], 'GET', path)
      const change = { amount: paiseOf(event.rupees), confirmed: CONFIRMED }
      await send(desks[event.desk], 'PUT', path, change, { 'if-match': `"${version}"` })
      return
    }
    case 'merged': {
      const mergedId = await findDonor(office, event.from)
      await send(desks[event.desk], 'POST', `/donors/${idOf(donors, event.into)}/merge`, { mergedId, take: [] })
      return
    }
    case 'refunded': {
      const [row] = await sevadesk.sql.all('select payment_id from donations where id = ?', idOf(gifts, event.gift))
      const paymentId = String(row?.payment_id)
      razorpay.refund(paymentId, event.rupees === null ? undefined : paiseOf(event.rupees))
      expect(await razorpay.sendEvent(sevadesk.apiUrl, 'refund.processed', paymentId)).toBe(200)
    }
  }
}

type Deposit = Extract<OfficeEvent, { kind: 'deposited' }>

/** Chooses gifts among those that are open, and sends their total as the screen shows it. */
async function deposit(office: Office, { gifts: keys, day, slipNumber, bankAccount, desk }: Deposit): Promise<void> {
  const giftIds = keys.map((key) => idOf(office.gifts, key))
  const open: DepositGift[] = []
  for (let page = 1, isOver = false; !isOver; page += 1) {
    const gifts = await send<DepositGift[]>(office.desks[desk], 'GET', `/deposit-slips/open?page=${page}&limit=100`)
    open.push(...gifts)
    isOver = gifts.length < 100
  }
  const chosen = open.filter(({ _id }) => giftIds.includes(_id))
  const amount = chosen.reduce((sum, gift) => sum + gift.amount, 0)
  const headers = { 'idempotency-key': randomBytes(16).toString('hex') }
  const slip = { giftIds, amount, depositedOn: day, slipNumber, bankAccount }
  await send(office.desks[desk], 'POST', '/deposit-slips', slip, headers)
}
