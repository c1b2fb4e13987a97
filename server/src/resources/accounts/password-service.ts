import { type PasswordChange, type PasswordFault, passwordFault } from '@sevadesk/contract/accounts/password.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { badRequest, HttpError, unauthenticated } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import { WEAK_PASSWORD } from './account-form.ts'
import { type AdminSecret, changePassword, findAdminSecretById } from './admin-store.ts'
import { deleteFirstPassword } from './passwords/first-password-file.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash-service.ts'
import { isSessionOpen, revokeSessionsOf } from './session-store.ts'
import {
  checkWithinLimits,
  clearFailures,
  countRefusals,
  type ReachedLimit,
  signedInLimits,
  tryAgainIn,
} from './sign-in/login-attempt-service.ts'

type Field = keyof PasswordChange

/** Specification, section 5: the message and the field it belongs to. */
const FAULTS: Readonly<Record<PasswordFault, [Field, LocalisedText]>> = {
  'old-missing': ['oldPassword', localised('Current password is required')],
  'new-missing': ['newPassword', localised('New password is required')],
  'new-weak': ['newPassword', WEAK_PASSWORD],
  'confirm-missing': ['confirmPassword', localised('Please confirm your new password')],
  'confirm-differs': ['confirmPassword', localised('Passwords do not match')],
  'new-is-old': ['newPassword', localised('New password must be different from old password')],
}
const WRONG = localised('The current password is not correct.')
const CHANGED_MEANWHILE = localised(
  'This password was changed just now. Please log in with the new one. If you did not change it, tell a superadmin.',
)

/**
 * Changes the caller's password and ends their other sessions. Throws badRequest(), also for a
 * wrong current password, and tooMany(): a stolen session must not allow guessing the password.
 */
export async function updatePassword(
  { db, config, recorder }: { db: Db; config: Config; recorder: Recorder },
  admin: SignedIn,
  { ip, userAgent, ...change }: PasswordChange & { ip: string; userAgent: string },
): Promise<void> {
  const fault = passwordFault(change)
  if (fault) throw fieldError(...FAULTS[fault])
  const check = () => checkOwn(db, admin, change.oldPassword)
  const limits = signedInLimits(config, { adminId: admin.id, ip })
  const attempt = { action: 'admin.password-refused', adminId: admin.id, ip, userAgent } as const
  const secret = await countRefusals(db, attempt, async () => {
    const checked = await checkWithinLimits(db, { limits, check, tooOften })
    if (!checked) throw fieldError('oldPassword', WRONG)
    return checked
  })

  const passwordHash = await hashPassword(change.newPassword, config.argon2)
  if (!(await savePassword(db, recorder, { admin, secret, passwordHash }))) {
    // A concurrent sign-in may have replaced the hash of the same password.
    const renewed = await checkOwn(db, admin, change.oldPassword)
    if (!renewed || !(await savePassword(db, recorder, { admin, secret: renewed, passwordHash })))
      throw new HttpError(409, 'changed_meanwhile', CHANGED_MEANWHILE)
  }
  await deleteFirstPassword(config, admin.id)
}

/** Returns undefined for a wrong password. Throws unauthenticated() if the account is gone. */
async function checkOwn(db: Db, admin: SignedIn, password: string): Promise<AdminSecret | undefined> {
  const secret = await findAdminSecretById(db, admin.id)
  if (!secret) throw unauthenticated()
  return (await verifyPassword(secret.passwordHash, password)) ? secret : undefined
}

/**
 * Returns false if the password changed meanwhile. Throws unauthenticated() if the session ended.
 */
async function savePassword(
  db: Db,
  recorder: Recorder,
  { admin, secret, passwordHash }: { admin: SignedIn; secret: AdminSecret; passwordHash: string },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await isSessionOpen(transaction, admin.sessionId))) throw unauthenticated()
    if (!(await changePassword(transaction, secret, passwordHash))) return false
    const sessionsEnded = await revokeSessionsOf(transaction, admin.id, new Date(), admin.sessionId)
    await clearFailures(transaction, { _id: admin.id, username: admin.username })
    await recorder.record(transaction, {
      action: 'admin.password-changed',
      recordKind: 'admin',
      recordId: admin.id,
      details: { sessionsEnded },
    })
    return true
  })
}

function fieldError(field: Field, sentence: LocalisedText): HttpError {
  return badRequest(sentence, { [field]: sentence })
}

function tooOften(waitMs: number, limit: ReachedLimit): LocalisedText {
  const tryAgain = tryAgainIn(waitMs)
  return limit === 'account'
    ? localised('The current password was wrong too many times. {tryAgain}', { tryAgain })
    : localised('Too many wrong passwords came from your internet connection. {tryAgain}', { tryAgain })
}
