import { textOfPdf } from '../support/pdf.ts'
import type { Sql } from '../support/sql.ts'
import { addOrders } from './capture-events.ts'
import { SentCaptures, sendCaptures } from './capture-sender.ts'
import { type CaptureTarget, openCaptureTarget } from './capture-target.ts'
import { signIn } from './content-client.ts'
import { auditGifts } from './gift-audit.ts'
import { type GiftDesk, openDesk } from './gift-desk.ts'
import { wait } from './kill-moment.ts'
import { randomFrom } from './random.ts'
import { auditReceipts, type ReceiptRecords, readReceiptRecords } from './receipt-audit.ts'
import { type KillOptions, repeatRounds } from './rounds.ts'
import { failureOf } from './sender.ts'
import { noFailure } from './wait-for-jobs.ts'

const NO_FIGURES = {
  rounds: 0,
  /** Killed servers. A round may kill more than one server. */
  kills: 0,
  /** Acknowledged captures. */
  acknowledged: 0,
  sentToBoth: 0,
  sentAgain: 0,
  /** Unacknowledged captures that were recorded with their receipts. */
  unansweredDone: 0,
  /** Unacknowledged captures that were not recorded. */
  unansweredNotDone: 0,
  /** Kills of a server with an open transaction. */
  insideTransaction: 0,
  /** Acknowledged gifts by hand, and acknowledged changes of them. */
  gifts: 0,
  giftChanges: 0,
  receipts: 0,
  cancelledReceipts: 0,
  series: 0,
  /** Receipts downloaded as PDF at the end. */
  fetched: 0,
}
export type ReceiptKillFigures = typeof NO_FIGURES

const SENDERS = 8
const DESKS = 2
const CAPTURES_PER_ROUND = 60
/** Upper limit of the acknowledged captures that a round waits for before its kill. */
const MOST_CAPTURES = 40
/** Upper limit of the delay between those captures and the kill, in ms. */
const MOST_MS = 15
const BOTH_KILLED_SHARE = 0.3
const SAMPLE = 5

interface Run {
  readonly target: CaptureTarget
  readonly sent: SentCaptures
  /** They enter gifts by hand meanwhile. */
  readonly desks: readonly GiftDesk[]
  readonly random: () => number
  readonly figures: ReceiptKillFigures
}

/**
 * Repeatedly kills and restarts servers while eight senders send captures and two desks enter gifts
 * of all modes by hand, and sends again what got no response. Receipt numbers of each financial year
 * must always run from 1 without gap or repeat, cancelled ones included, and each donation must have
 * the receipt that it is due.
 */
export async function killReceipts(options: KillOptions): Promise<ReceiptKillFigures> {
  const target = await openCaptureTarget(options.database)
  const random = randomFrom(options.seed)
  const desks = await Promise.all(
    Array.from({ length: DESKS }, (_, at) => {
      const { url } = target.servers[at % target.servers.length] ?? { url: '' }
      return openDesk(url, `Desk ${at + 1}:`, random)
    }),
  )
  const run: Run = { target, sent: new SentCaptures(), desks, random, figures: { ...NO_FIGURES } }
  const { figures, sent } = run
  await repeatRounds(options, {
    ...{ figures, isConclusive, oneRound: () => oneRound(run), end: () => end(run) },
    output: () => target.servers.map(({ program }) => program.output()).join('\n'),
    close: () => target.close(),
  })
  const { sentToBoth, sentAgain, acknowledged } = sent
  return { ...figures, sentToBoth, sentAgain, acknowledged: acknowledged.length }
}

/** Whether kills interrupted captures, when a faulty server would lose or repeat a number. */
export function isConclusive({ insideTransaction, unansweredNotDone, cancelledReceipts }: ReceiptKillFigures): boolean {
  return insideTransaction > 0 && unansweredNotDone > 0 && cancelledReceipts > 0
}

/** Runs a round and returns its line for the log. */
async function oneRound(run: Run): Promise<string> {
  const { target, sent, random, figures } = run
  const first = (figures.rounds - 1) * CAPTURES_PER_ROUND + 1
  sent.waiting.push(...(await addOrders(target.sql, random, first, CAPTURES_PER_ROUND)))
  const senders = [...sendersOf(run), ...desksOf(run)]
  const open = await Promise.race([kill(run), failureOf(senders)])
  await audit(run, 'right after the kill')
  const killed = target.servers.filter(({ isUp }) => !isUp)
  for (const server of killed) await server.start()
  await Promise.all(senders)

  const lost = sent.unanswered
  sent.unanswered = []
  const done = await countCaptured(run, lost)
  figures.unansweredDone += done
  figures.unansweredNotDone += lost.length - done
  sent.waiting.unshift(...lost)
  await Promise.all([...sendersOf(run), ...desksOf(run)])
  for (const desk of run.desks) await desk.sendAgain(target.servers)
  await audit(run, 'all events acknowledged')
  if (sent.acknowledged.length !== first - 1 + CAPTURES_PER_ROUND) throw new Error('not every event got a response')
  return `${killed.length} killed with ${open} transactions open; ${lost.length} captures without a response, ${done} of them recorded`
}

function sendersOf({ sent, target, random }: Run): Promise<void>[] {
  return Array.from({ length: SENDERS }, () => sendCaptures(sent, target.servers, random))
}

/** The desks work as long as captures are sent. */
function desksOf({ desks, sent, target }: Run): Promise<void>[] {
  return desks.map((desk) => desk.work(target.servers, () => !sent.isMoving))
}

/** Kills one server or all while captures are sent. Returns their number of open transactions. */
async function kill({ target, sent, random, figures }: Run): Promise<number> {
  const count = sent.acknowledged.length + Math.floor(random() * (MOST_CAPTURES + 1))
  while (sent.acknowledged.length < count && sent.isMoving) await wait(1)
  await wait(random() * MOST_MS)
  const { servers } = target
  const isForAll = random() < BOTH_KILLED_SHARE
  const one = Math.floor(random() * servers.length)
  const victims = servers.filter((_server, at) => isForAll || at === one)
  const open = await Promise.all(victims.map((server) => server.freeze()))
  await Promise.all(victims.map((server) => server.kill()))
  figures.kills += victims.length
  figures.insideTransaction += open.filter((transactions) => transactions > 0).length
  return open.reduce((sum, transactions) => sum + transactions, 0)
}

async function audit({ target, sent, desks, figures }: Run, when: string): Promise<void> {
  const acknowledged = [...sent.acknowledged]
  // Copies: a gift that is acknowledged while the records are read may be missing in them.
  const gifts = desks.flatMap((desk) => desk.gifts.map((gift) => ({ ...gift })))
  const records = await readReceiptRecords(target.sql, target.snapshot)
  noFailure([...auditReceipts(records, acknowledged), ...auditGifts(records.gifts, gifts)], when)
  figures.cancelledReceipts = records.receipts.filter(({ isCancelled }) => isCancelled).length
}

async function countCaptured({ target }: Run, events: readonly { donationId: string }[]): Promise<number> {
  const { donations } = await readReceiptRecords(target.sql, target.snapshot)
  const captured = new Set(donations.filter(({ status }) => status === 'captured').map(({ id }) => id))
  return events.filter(({ donationId }) => captured.has(donationId)).length
}

/** Audits the records after the last round, and downloads some receipts. */
async function end(run: Run): Promise<void> {
  const { target, sent, desks, random, figures } = run
  await audit(run, 'at the end')
  const { receipts, gifts } = await readReceiptRecords(target.sql, target.snapshot)
  const byHand = new Set(gifts.map(({ id }) => id))
  const ofCaptures = receipts.filter(({ donationId }) => !byHand.has(donationId))
  if (ofCaptures.length !== sent.acknowledged.length) throw new Error('there are other receipts than captures')
  figures.receipts = receipts.length
  figures.gifts = desks.reduce((sum, desk) => sum + desk.gifts.length, 0)
  figures.giftChanges = desks.reduce((sum, desk) => sum + desk.changes, 0)
  figures.series = new Set(receipts.map(({ series }) => series)).size
  for (let turn = 0; turn < SAMPLE; turn += 1) {
    const server = target.servers[turn % target.servers.length]
    const receipt = receipts[Math.floor(random() * receipts.length)]
    if (!server || !receipt) throw new Error('there is no receipt to fetch')
    await fetchReceipt(target.sql, server.url, receipt)
    figures.fetched += 1
  }
}

async function fetchReceipt(
  sql: Sql,
  url: string,
  { series, number, printed }: ReceiptRecords['receipts'][number],
): Promise<void> {
  const [receipt] = await sql.all('select token from receipts where series = ? and number = ?', series, number)
  const response = await fetch(`${url}/api/donate/receipt/${receipt?.token}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signIn(url)}` },
  })
  const file = new Uint8Array(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`receipt ${printed} returned ${response.status}: ${Buffer.from(file)}`)
  const text = await textOfPdf(file)
  if (!text.includes(printed)) throw new Error(`receipt ${printed} reads: ${text}`)
}
