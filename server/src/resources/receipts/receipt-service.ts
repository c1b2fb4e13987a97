import { createHash, randomBytes } from 'node:crypto'
import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { CancelReason } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { GiftReceipt } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/db.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError, notFound, unauthenticated, unavailable } from '../../errors.ts'
import { addressForLimit } from '../../text/ip-address.ts'
import { localised } from '../../text/localised-text.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import { countReceipt } from '../rate-limits/public-call-service.ts'
import { receiptContent } from './content/receipt-content.ts'
import {
  type PaymentReference,
  type ReceiptSettings,
  type ReceiptSnapshot,
  settingsOn,
  takeSnapshot,
} from './content/receipt-snapshot.ts'
import { PrintQueueFullError } from './pdf/receipt-printer.ts'
import { receiptState } from './receipt-columns.ts'
import { printedNumber } from './receipt-number.ts'
import * as store from './receipt-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 256 bits: the token alone gives access to the receipt. */
const TOKEN_BYTES = 32

export type ReceiptDependencies = Pick<AppDependencies, 'config' | 'trust'>

/**
 * Issues the receipt of a captured donation with the next number of the financial year. Call it in
 * the transaction that records the capture, after setting the status. Returns the printed number;
 * does nothing and returns null if the donation has a receipt or was never captured.
 */
export async function issueReceipt(
  transaction: Db,
  dependencies: ReceiptDependencies,
  { donationId, capturedAt }: { donationId: string; capturedAt: Date },
): Promise<string | null> {
  const donation = await store.claimDonation(
    transaction,
    donationId,
    await newLink(transaction, dependencies, capturedAt),
  )
  if (!donation) return null
  const receiptDay = zonedDate(capturedAt.getTime(), dependencies.config.timeZone)
  const days = { receivedOn: receiptDay, receiptDay, issuedAt: capturedAt }
  return writeReceipt(transaction, dependencies, donation, days)
}

/** The receipt of a gift that was entered by hand. Days are `YYYY-MM-DD` in the trust's zone. */
export interface NewGiftReceipt {
  donationId: string
  /** Its financial year is the series, and its wording is printed. */
  receivedOn: string
  /** Printed as the receipt's date. */
  receiptDay: string
  reference?: PaymentReference | undefined
  /** The number of the cancelled receipt that this one replaces. */
  replaces?: string | undefined
  /** Whether it is a cheque or a draft that the bank has not cleared. */
  isBeforeClearing?: boolean
}

/**
 * Issues a receipt for a gift without a valid one. Call it after locking the donation. Returns
 * the printed number.
 */
export async function issueGiftReceipt(
  transaction: Db,
  dependencies: ReceiptDependencies,
  { donationId, ...receipt }: NewGiftReceipt,
): Promise<string> {
  const issuedAt = new Date()
  const link = await newLink(transaction, dependencies, issuedAt)
  const donation = await store.replaceToken(transaction, donationId, link)
  return writeReceipt(transaction, dependencies, donation, { ...receipt, issuedAt })
}

/**
 * Cancels the valid receipt, and returns its printed number; null if there is none. Its number is
 * not given again. Call it after locking the donation.
 */
export async function cancelReceipt(transaction: Db, donationId: string, reason: CancelReason): Promise<string | null> {
  const receipt = await store.findValidReceipt(transaction, donationId)
  if (!receipt) return null
  await store.insertCancellation(transaction, { receiptId: receipt.id, reason })
  return snapshotOf(receipt).number
}

/** What the receipt prints that is not cancelled. */
export async function findValidReceipt(db: Db, donationId: string): Promise<ReceiptSnapshot | undefined> {
  const receipt = await store.findValidReceipt(db, donationId)
  return receipt && snapshotOf(receipt)
}

/** Whether any receipt of a cheque, cancelled ones too, was issued before its clearing. */
export async function hadReceiptBeforeClearing(db: Db, donationId: string): Promise<boolean> {
  const receipts = await store.listReceipts(db, donationId)
  return receipts.some((receipt) => snapshotOf(receipt).isBeforeClearing === true)
}

/**
 * All receipts of a donation, the oldest first. Each follows the one that it replaces, even if the clock
 * was set back between them.
 */
export async function listReceipts(db: Db, donationId: string): Promise<GiftReceipt[]> {
  const rows = (await store.listReceipts(db, donationId)).map((row) => ({ ...row, snapshot: snapshotOf(row) }))
  const byNumber = new Map(rows.map(({ snapshot }) => [snapshot.number, snapshot]))
  const countEarlier = ({ replaces = '' }: ReceiptSnapshot): number => {
    const replaced = byNumber.get(replaces)
    return replaced ? countEarlier(replaced) + 1 : 0
  }
  const ordered = rows.toSorted((a, b) => countEarlier(a.snapshot) - countEarlier(b.snapshot))
  return ordered.map(({ snapshot, token, issued_at, cancelled_at, reason }) => ({
    number: snapshot.number,
    token: token ?? '',
    issuedAt: issued_at,
    cancelledAt: cancelled_at,
    reason,
  }))
}

function snapshotOf({ snapshot }: { snapshot: string }): ReceiptSnapshot {
  return JSON.parse(snapshot)
}

async function newLink(transaction: Db, { trust }: ReceiptDependencies, from: Date): Promise<store.ReceiptLink> {
  const { linkDays } = await trust.inForce(transaction)
  return {
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    expiresAt: new Date(from.getTime() + linkDays * DAY_MS).toISOString(),
  }
}

interface ReceiptDays extends Omit<NewGiftReceipt, 'donationId'> {
  issuedAt: Date
}

/** Writes the receipt of a locked donation, whose token it takes. Returns the printed number. */
async function writeReceipt(
  transaction: Db,
  { trust: source }: ReceiptDependencies,
  donation: store.ReceiptDonationRow,
  { issuedAt, receivedOn, receiptDay, ...receipt }: ReceiptDays,
): Promise<string> {
  const series = financialYear(receivedOn)
  // Every transaction takes the number before it inserts settings. A mixed order could deadlock.
  const number = await store.nextNumber(transaction, series)
  // Read after the series is locked: a save of settings checks the format against every number before.
  const trust = await source.inForce(transaction)
  const settings = JSON.stringify(settingsOn(trust, receivedOn))
  const settingsHash = createHash('sha256').update(settings).digest('hex')
  await store.insertSettings(transaction, { hash: settingsHash, settings })
  const printed = printedNumber(trust, series, number)
  const days = { number: printed, receiptDay, donationDay: receivedOn, language: trust.language }
  const snapshot = takeSnapshot(donation, { ...days, ...receipt })
  await store.insertReceipt(transaction, printed, {
    donation_id: donation.id,
    token: donation.receipt_token,
    series,
    number,
    issued_at: issuedAt.toISOString(),
    snapshot: JSON.stringify(snapshot),
    settings_hash: settingsHash,
  })
  return printed
}

const NO_RECEIPT = localised('There is no receipt at this address. Please check the link.')
const EXPIRED = localised('This link to the receipt has expired. Please ask the trust for a new copy.')
const SIGN_IN_AGAIN = localised('Your session has ended. Please log in again.')
const TOO_MANY_RECEIPTS = localised('Many receipts are being printed right now. Please try again in a moment.')

interface Caller {
  mayReprint: boolean
  /** The caller sent a session that has ended. */
  hasEndedSession: boolean
  /** Set for a caller who is signed in: the history says who opened donors' details. */
  recorder: Recorder | undefined
  /** IP address of a caller who is not signed in. */
  visitor?: string | undefined
}

/**
 * Returns the PDF and its printed number. Throws notFound() for an unknown token, unavailable() for
 * a full queue, and tooMany() for the rate limit of `visitor`. Without `mayReprint`, an expired link throws 410, or unauthenticated() if
 * signing in again may help.
 */
export async function printReceipt(
  { config, db, receiptPrinter }: Pick<AppDependencies, 'config' | 'db' | 'receiptPrinter'>,
  token: string,
  { mayReprint, hasEndedSession, recorder, visitor }: Caller,
): Promise<{ number: string; pdf: Uint8Array }> {
  if (visitor !== undefined) await countReceipt(db, config, visitor)
  // PostgreSQL rejects null characters in text.
  const receipt = /\p{Cc}/u.test(token) ? undefined : await store.findReceipt(db, token)
  if (!receipt) throw notFound(NO_RECEIPT)
  if (!mayReprint && isPast(receipt.link_expires_at)) {
    throw hasEndedSession ? unauthenticated(SIGN_IN_AGAIN) : new HttpError(410, 'gone', EXPIRED)
  }
  const snapshot: ReceiptSnapshot = JSON.parse(receipt.snapshot)
  const settings: ReceiptSettings = JSON.parse(receipt.settings)
  const isCancelled = receiptState(receipt) !== 'valid'
  const content = receiptContent({ snapshot, settings, settingsHash: receipt.settings_hash, isCancelled })
  const pdf = await receiptPrinter.print(content, visitor && addressForLimit(visitor)).catch((error: unknown) => {
    throw error instanceof PrintQueueFullError ? unavailable(TOO_MANY_RECEIPTS) : error
  })
  if (recorder) await recordOpened(db, recorder, { donationId: receipt.donation_id, number: snapshot.number })
  return { number: snapshot.number, pdf }
}

async function recordOpened(
  db: Db,
  recorder: Recorder,
  { donationId, number }: { donationId: string; number: string },
): Promise<void> {
  const details = { receiptNumber: number }
  const entry: HistoryEntry = { action: 'receipt.opened', recordKind: 'receipt', recordId: donationId, details }
  await db.transaction().execute((transaction) => recorder.record(transaction, entry))
}

function isPast(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
