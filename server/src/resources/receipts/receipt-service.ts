import { createHash, randomBytes } from 'node:crypto'
import { zonedDate } from '@sevadesk/contract/zoned-time.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError, notFound, unauthenticated, unavailable } from '../../errors.ts'
import { limitedAddress } from '../sessions/limited-address.ts'
import { PrinterFull } from './pdf/receipt-printer.ts'
import { layOut } from './receipt-layout.ts'
import { financialYear, printedNumber } from './receipt-number.ts'
import { type ReceiptSettings, type ReceiptSnapshot, settingsOn, takeSnapshot } from './receipt-snapshot.ts'
import * as store from './receipt-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 256 bits: whoever holds a token may fetch the receipt, so nobody may guess one. */
const TOKEN_BYTES = 32

/**
 * Gives a captured donation its receipt, in the transaction that records the capture: the next number of the financial year in which the
 * money came in, all that the receipt says, and the donation's `receipt_token`, `receipt_expires_at` and `receipt_number`. Set the
 * donation's status first. One that has a receipt is left alone, and one that was never captured gets none.
 */
export async function issueReceipt(
  transaction: Db,
  { config, trust }: Pick<AppDependencies, 'config' | 'trust'>,
  { donationId, capturedAt }: { donationId: string; capturedAt: Date },
): Promise<void> {
  const donation = await store.claimDonation(transaction, donationId, {
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    expiresAt: new Date(capturedAt.getTime() + trust.linkDays * DAY_MS).toISOString(),
  })
  if (!donation) return
  const { timeZone } = config
  const receiptDay = zonedDate(capturedAt.getTime(), timeZone)
  const settings = JSON.stringify(settingsOn(trust, zonedDate(Date.parse(donation.created_at), timeZone)))
  const settingsHash = createHash('sha256').update(settings).digest('hex')
  // Before the number, in this order everywhere, so that two transactions never wait for each other.
  await store.keepSettings(transaction, { hash: settingsHash, settings })
  const series = financialYear(receiptDay)
  const number = await store.nextNumber(transaction, series)
  const printed = printedNumber(trust, series, number)
  const snapshot = takeSnapshot(donation, { number: printed, receiptDay, timeZone, language: trust.language })
  await store.insertReceipt(transaction, printed, {
    donation_id: donation.id,
    series,
    number,
    issued_at: capturedAt.toISOString(),
    snapshot: JSON.stringify(snapshot),
    settings_hash: settingsHash,
  })
}

/** How many old donations are looked up at once. */
const BATCH = 200

interface MissingParts extends Pick<AppDependencies, 'config' | 'db' | 'trust'> {
  log: { error(details: object, message: string): void }
}

/**
 * Gives receipts to captured donations from before there were any: those that carry a token with nothing behind it. The moment of the last
 * change, in whose order they are numbered, stands in for that of the capture, which nobody noted then. Each is a transaction of its own:
 * one that held a number and then kept other settings could wait for a capture that waits for it. One that fails is logged and left to the
 * next start.
 */
export async function issueMissingReceipts({ db, log, ...parts }: MissingParts): Promise<void> {
  let last: store.OldDonation | undefined
  for (;;) {
    const donations = await store.listDonationsWithoutReceipt(db, BATCH, last)
    if (donations.length === 0) return
    last = donations.at(-1)
    for (const { id, updated_at } of donations) {
      await db
        .transaction()
        .execute((transaction) =>
          issueReceipt(transaction, parts, { donationId: id, capturedAt: new Date(updated_at) }),
        )
        .catch((error: unknown) => log.error({ err: error, donationId: id }, 'an old donation got no receipt'))
    }
  }
}

const NO_RECEIPT = {
  en: 'There is no receipt at this address. Please check the link.',
  hi: 'इस पते पर कोई रसीद नहीं है। लिंक जाँच लें।',
}
const EXPIRED = {
  en: 'This link to the receipt has expired. Please ask the trust for a new copy.',
  hi: 'रसीद के इस लिंक का समय बीत गया है। ट्रस्ट से नई प्रति माँगें।',
}
const SIGN_IN_AGAIN = {
  en: 'Your session has ended. Please sign in again.',
  hi: 'आपका लॉगिन ख़त्म हो गया है। फिर से लॉगिन करें।',
}
const TOO_MANY_RECEIPTS = {
  en: 'Many receipts are being made just now. Please try again in a moment.',
  hi: 'अभी बहुत सी रसीदें बन रही हैं। थोड़ी देर में फिर से कोशिश करें।',
}

/** Money that went back or never stayed: the receipt keeps its number and says so. Deleting a donation is housekeeping and changes none. */
const CANCELLED = ['refunded', 'cancelled', 'canceled']

interface Asking {
  /** Somebody of the trust's who may print it at any time. */
  mayReprint: boolean
  /** The caller's session is over: it may be somebody who may. */
  hasEndedSession: boolean
  /** The caller's address; undefined for anybody signed in. */
  stranger?: string | undefined
}

/**
 * The receipt of a token as a PDF, with its printed number. Throws notFound() for a token without one, and for a stranger after its link has
 * expired 410, or unauthenticated() when signing in again may help.
 */
export async function printReceipt(
  { db, receiptPrinter }: Pick<AppDependencies, 'db' | 'receiptPrinter'>,
  token: string,
  { mayReprint, hasEndedSession, stranger }: Asking,
): Promise<{ number: string; pdf: Uint8Array }> {
  // No token has one of these, and PostgreSQL takes no null.
  const receipt = /\p{Cc}/u.test(token) ? undefined : await store.findReceipt(db, token)
  if (!receipt) throw notFound(NO_RECEIPT)
  if (!mayReprint && isOver(receipt.receipt_expires_at)) {
    throw hasEndedSession ? unauthenticated(SIGN_IN_AGAIN) : new HttpError(410, 'gone', EXPIRED)
  }
  const snapshot: ReceiptSnapshot = JSON.parse(receipt.snapshot)
  const settings: ReceiptSettings = JSON.parse(receipt.settings)
  const isCancelled = CANCELLED.includes((receipt.status ?? '').toLowerCase())
  const sheet = layOut({ snapshot, settings, settingsHash: receipt.settings_hash, isCancelled })
  const pdf = await receiptPrinter.print(sheet, stranger && limitedAddress(stranger)).catch((error: unknown) => {
    throw error instanceof PrinterFull ? unavailable(TOO_MANY_RECEIPTS) : error
  })
  return { number: snapshot.number, pdf }
}

function isOver(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
