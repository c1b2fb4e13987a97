import type { Db } from '../../../db/schema.ts'
import { HttpError } from '../../../errors.ts'
import { addressForLimit } from '../../../text/ip-address.ts'
import type { History } from '../../history/history-service.ts'
import { TICKET_MS } from './login-ticket-store.ts'
import * as store from './refused-sign-in-store.ts'

/** Codes of refusals that are guesses of a password or code: a wrong one, or one of too many. */
const GUESSES = ['wrong_credentials', 'wrong_code', 'ticket_ended', 'bad_request', 'too_many']
/** Length of `2026-11-23T06:01`. */
const MINUTE_LENGTH = 16
const USER_AGENT_MAX = 200
/** Rows per transaction. */
const BATCH = 100
/** Later minutes are from a clock that was ahead. Other servers' clocks may differ by seconds. */
const NEW_MINUTES_MS = 2 * 60_000

interface Attempt {
  action: store.RefusedSignIns['action']
  /** Empty if the typed name is no account: the name itself may be a password and is not stored. */
  adminId: string
  ip: string
  userAgent: string
}

type SecondStep = Omit<Attempt, 'action'> & { ticketIssuedAt: Date }

/** Runs `check`. Counts a refused password or code for the history, then throws the refusal again. */
export async function countRefusals<Result>(db: Db, attempt: Attempt, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof HttpError && GUESSES.includes(error.code))
      await store.countRefusal(db, rowOf(attempt, new Date()))
    throw error
  }
}

/** Counts a right password whose code is still missing. It stays counted unless the code is given. */
export async function countMissingCode(db: Db, { ticketIssuedAt, ...attempt }: SecondStep): Promise<void> {
  await store.countRefusal(db, rowOf({ ...attempt, action: 'session.code-missing' }, ticketIssuedAt))
}

/** A code that comes from another address leaves the count: two people may have the password. */
export async function uncountMissingCode(transaction: Db, { ticketIssuedAt, ...attempt }: SecondStep): Promise<void> {
  await store.uncountRefusal(transaction, rowOf({ ...attempt, action: 'session.code-missing' }, ticketIssuedAt))
}

function rowOf({ action, adminId, ip, userAgent }: Attempt, at: Date): Omit<store.RefusedSignIns, 'count'> {
  return {
    minute: minuteOf(at),
    action,
    admin_id: adminId,
    network: addressForLimit(ip),
    ip,
    user_agent: userAgent.slice(0, USER_AGENT_MAX),
  }
}

/**
 * Moves the counts of minutes that are over to the history: a row per account and address. Each
 * transaction is short, because other changes wait for it.
 */
export async function recordRefusals(
  { db, history }: { db: Db; history: History },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const current = {
    minute: minuteOf(now),
    // Until then the code may still be given.
    codesBefore: minuteOf(new Date(now.getTime() - TICKET_MS)),
    latest: minuteOf(new Date(now.getTime() + NEW_MINUTES_MS)),
  }
  for (let isOver = false; !isOver && !signal?.aborted; ) {
    isOver = await db.transaction().execute(async (transaction) => {
      const rows = await store.takeRefusals(transaction, { ...current, limit: BATCH })
      const counted = rows.filter(({ count }) => count > 0)
      if (counted.length > 0) await history.recordAll(transaction, counted.map(entryOf))
      return rows.length < BATCH
    })
  }
}

function entryOf({
  action,
  admin_id,
  ip,
  user_agent,
  count,
  minute,
  username,
}: Awaited<ReturnType<typeof store.takeRefusals>>[number]) {
  const details = { ...(username !== null && { of: username }), count, minute: `${minute}Z` }
  return {
    origin: { actor: null, ip, userAgent: user_agent },
    entry: { action, recordKind: 'admin', recordId: admin_id, details },
  }
}

/** In UTC, such as `2026-11-23T06:01`. */
function minuteOf(time: Date): string {
  return time.toISOString().slice(0, MINUTE_LENGTH)
}
