import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import * as store from './session-store.ts'
import { hashToken } from './session-store.ts'
import { endTrustOfSession } from './sign-in/trusted-device-store.ts'

/** Ends the session that has the token, if it is open. */
export async function endSession(
  { db, history }: Pick<AppDependencies, 'db' | 'history'>,
  token: string,
  origin: { ip: string; userAgent: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const session = await store.revokeSession(transaction, hashToken(token), new Date())
    if (!session) return
    const recorder = history.from({ ...origin, actor: session.admin })
    await recordSession(transaction, recorder, 'session.closed', session.id)
  })
}

/** A session of the caller, who calls with the session `currentId`. */
interface OwnSession {
  adminId: string
  sessionId: string
  currentId: string
}

/** Returns false if the caller has no such session. */
export async function revokeOwnSession(db: Db, recorder: Recorder, address: OwnSession): Promise<boolean> {
  const { adminId, sessionId } = address
  return db.transaction().execute(async (transaction) => {
    const isOpen = await store.isOwnSessionOpen(transaction, adminId, sessionId)
    if (isOpen) {
      await store.revokeOwnSession(transaction, adminId, sessionId, new Date())
      await recordSession(transaction, recorder, endOf(address), sessionId)
    }
    return isOpen !== undefined
  })
}

/** Ends the caller's sessions other than `sessionId`. */
export async function revokeOtherSessions(
  db: Db,
  recorder: Recorder,
  { adminId, sessionId }: { adminId: string; sessionId: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const count = await store.revokeSessionsOf(transaction, adminId, new Date(), sessionId)
    if (count === 0) return
    const entry: HistoryEntry = {
      action: 'session.others-ended',
      recordKind: 'session',
      recordId: '',
      details: { count },
    }
    await recorder.record(transaction, entry)
  })
}

/** Ends and deletes a session of the caller. Returns false if the caller has no such session. */
export async function deleteOwnSession(db: Db, recorder: Recorder, address: OwnSession): Promise<boolean> {
  const { adminId, sessionId } = address
  return db.transaction().execute(async (transaction) => {
    const isOpen = await store.isOwnSessionOpen(transaction, adminId, sessionId)
    if (isOpen === undefined) return false
    await store.deleteOwnSession(transaction, adminId, sessionId)
    await recordSession(transaction, recorder, isOpen ? endOf(address) : 'session.deleted', sessionId)
    return true
  })
}

/**
 * Ends the trust in the device of one of the caller's sessions. Returns false if it was not trusted.
 */
export async function endTrust(
  db: Db,
  recorder: Recorder,
  { adminId, sessionId }: { adminId: string; sessionId: string },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const isEnded = await endTrustOfSession(transaction, adminId, sessionId)
    if (isEnded) await recordSession(transaction, recorder, 'session.trust-ended', sessionId)
    return isEnded
  })
}

/** A logout, or the end of another session. */
function endOf({ sessionId, currentId }: OwnSession): HistoryAction {
  return sessionId === currentId ? 'session.closed' : 'session.ended'
}

async function recordSession(transaction: Db, recorder: Recorder, action: HistoryAction, id: string): Promise<void> {
  await recorder.record(transaction, { action, recordKind: 'session', recordId: id })
}
