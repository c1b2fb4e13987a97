import type { SecondStep } from '@sevadesk/contract/accounts/second-step-schemas.ts'
import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { Db } from '../../db/db.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { badRequest, forbidden, HttpError } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import { changeAccounts } from './admin-service.ts'
import { findAdmin } from './admin-store.ts'
import { appAddress, newSecret, timeStepOf, typedKey } from './second-step/app-code.ts'
import { redeemCode, WRONG_CODE } from './second-step/code-check-service.ts'
import {
  assertReauthenticated,
  assertRecentCode,
  canBeConfirmed,
  isSecondStepRequired,
} from './second-step/second-step-rules.ts'
import * as store from './second-step/second-step-store.ts'
import { countRecoveryCodes } from './second-step/second-step-store.ts'
import { decryptSecret, encryptSecret, hashRecoveryCode, newRecoveryCodes } from './second-step/stored-codes.ts'
import { cleanSessions, type LoginOrigin, type NewLogin, newLogin } from './session-service.ts'
import { hasGivenCode, hashToken, insertSession, lockAccount, recordCode, revokeSessionsOf } from './session-store.ts'
import { findDeviceMark } from './sign-in/device-mark.ts'
import {
  checkWithinLimits,
  codeLimits,
  countRefusals,
  signedInCodeLimits,
  tooManyCodes,
  uncountMissingCode,
} from './sign-in/login-attempt-service.ts'
import { deleteTicket, findTicket, type IssuedTicket, takeTry } from './sign-in/login-ticket-store.ts'
import { findDeviceMarkKey, trustDevice } from './sign-in/trusted-device-store.ts'

const WRONG_FIRST_CODE = localised(
  'This code is not correct. Enter the code that your app shows now. If it stays wrong, set the time of your phone to automatic.',
)
const NOTHING_TO_CONFIRM = localised('This key is no longer valid. Start the set-up again.')
const IS_OFF = localised('Two-step sign-in is off.')
const IS_REQUIRED = localised(
  'Your trust requires two-step sign-in for your account. You can set it up on another phone instead.',
)

type Dependencies = Pick<AppDependencies, 'config' | 'db' | 'twoStepKey' | 'trust'>
type ChangeDependencies = Dependencies & { recorder: Recorder }

export async function getSecondStep({ config, db }: Dependencies, admin: SignedIn): Promise<SecondStep> {
  const { turnedOnAt } = (await store.findSecondStep(db, admin.id)) ?? {}
  return {
    isOn: admin.hasSecondStep,
    ...(turnedOnAt && { turnedOnAt }),
    recoveryCodesLeft: await store.countRecoveryCodes(db, admin.id),
    isRequired: isSecondStepRequired(config, admin.role),
  }
}

/**
 * Makes a secret that counts once it is confirmed, within 30 minutes. Throws 403 `password_required`
 * or `code_required`.
 */
export async function setUpSecondStep(
  { db, twoStepKey, trust }: Dependencies,
  admin: SignedIn,
): Promise<{ key: string; address: string }> {
  assertReauthenticated(admin)
  const secret = newSecret()
  await changeAccounts(db, admin, (transaction) =>
    store.setPendingSecret(transaction, admin.id, encryptSecret(twoStepKey, admin.id, secret)),
  )
  const { details } = await trust.inForce(db)
  const address = appAddress(secret, { issuer: details.name, username: admin.username })
  return { key: typedKey(secret), address }
}

/**
 * Turns the second step on, or moves it to the new secret. Returns the recovery codes. Throws
 * badRequest() for a wrong code, 409 without a secret to confirm, and 403 `code_required`.
 */
export async function confirmSecondStep(
  { db, twoStepKey, recorder }: ChangeDependencies,
  admin: SignedIn,
  code: string,
): Promise<string[]> {
  assertRecentCode(admin)
  return changeAccounts(db, admin, async (transaction) => {
    const { pendingSecret, pendingAt = null } = (await store.findSecondStep(transaction, admin.id)) ?? {}
    const secret = pendingSecret && canBeConfirmed(pendingAt) && decryptSecret(twoStepKey, admin.id, pendingSecret)
    if (!secret) throw new HttpError(409, 'nothing_to_confirm', NOTHING_TO_CONFIRM)
    const timeStep = timeStepOf(secret, code.replace(/\s/g, ''), { now: new Date(), lastTimeStep: null })
    if (timeStep === undefined) throw badRequest(WRONG_FIRST_CODE, { code: WRONG_FIRST_CODE })
    await store.confirmSecret(transaction, { adminId: admin.id, pendingSecret, timeStep })
    await recordCode(transaction, admin.sessionId, new Date())
    const recoveryCodes = await replaceRecoveryCodes(transaction, twoStepKey, admin.id)
    await recordAndEndOthers(transaction, recorder, admin, 'admin.second-step-on')
    return recoveryCodes
  })
}

/** Throws as `setUpSecondStep`, and 409 if the second step is off. */
export async function renewRecoveryCodes(
  { db, twoStepKey, recorder }: ChangeDependencies,
  admin: SignedIn,
): Promise<string[]> {
  assertReauthenticated(admin)
  return changeAccounts(db, admin, async (transaction) => {
    if (!(await store.isSecondStepOn(transaction, admin.id))) throw new HttpError(409, 'second_step_off', IS_OFF)
    const recoveryCodes = await replaceRecoveryCodes(transaction, twoStepKey, admin.id)
    await recordAndEndOthers(transaction, recorder, admin, 'admin.recovery-codes-renewed')
    return recoveryCodes
  })
}

/** Throws as `setUpSecondStep`, and forbidden() if the settings require the second step. */
export async function turnOffSecondStep({ config, db, recorder }: ChangeDependencies, admin: SignedIn): Promise<void> {
  if (isSecondStepRequired(config, admin.role)) throw forbidden(IS_REQUIRED)
  assertReauthenticated(admin)
  await changeAccounts(db, admin, async (transaction) => {
    if (await store.deleteSecondStep(transaction, admin.id))
      await recordAndEndOthers(transaction, recorder, admin, 'admin.second-step-off')
  })
}

/**
 * Takes a code, which counts for ten minutes in the caller's session. Throws badRequest() for a
 * wrong one, and tooMany().
 */
export async function giveCode(
  { db, twoStepKey: key, recorder }: ChangeDependencies,
  admin: SignedIn,
  code: string,
): Promise<void> {
  const used = await checkWithinLimits(db, {
    limits: signedInCodeLimits(admin.id),
    check: () =>
      changeAccounts(db, admin, async (transaction) => {
        const use = await redeemCode(transaction, { adminId: admin.id, code, key })
        if (use) await recordCode(transaction, admin.sessionId, new Date())
        const entry = { action: 'admin.recovery-code-used', recordKind: 'admin', recordId: admin.id } as const
        if (use === 'recovery') await recorder.record(transaction, entry)
        return use
      }),
    tooOften: tooManyCodes,
  })
  if (!used) throw badRequest(WRONG_CODE, { code: WRONG_CODE })
}

async function replaceRecoveryCodes(transaction: Db, key: Buffer, adminId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(key, adminId, code))
  await store.replaceRecoveryCodes(transaction, adminId, hashes)
  return codes
}

/** Records a change of the second step. Ends the account's other sessions: one may be a thief's. */
async function recordAndEndOthers(
  transaction: Db,
  recorder: Recorder,
  { id, sessionId }: SignedIn,
  action: HistoryAction,
): Promise<void> {
  const sessionsEnded = await revokeSessionsOf(transaction, id, new Date(), sessionId)
  await recorder.record(transaction, { action, recordKind: 'admin', recordId: id, details: { sessionsEnded } })
}

const TICKET_ENDED = localised('This sign-in has ended. Please enter your username and password again.')
const NO_TRIES_LEFT = localised('Five codes were wrong. Please enter your username and password again.')

interface CodeLogin extends LoginOrigin {
  ticket: string
  code: string
  /** The browser may leave the second step out for 30 days. */
  trustDevice: boolean
}

interface NewCodeLogin extends NewLogin {
  /** After a sign-in with a recovery code. */
  recoveryCodesLeft?: number
}

type LoginDependencies = Pick<AppDependencies, 'config' | 'db' | 'history' | 'twoStepKey'>

/**
 * Opens the session for which `login` issued a ticket. Throws 401 `wrong_code`, 401 `ticket_ended`
 * if the user must start again, and tooMany().
 */
export async function loginWithCode(dependencies: LoginDependencies, attempt: CodeLogin): Promise<NewCodeLogin> {
  const { db } = dependencies
  const ticketHash = hashToken(attempt.ticket)
  const ticket = await findTicket(db, ticketHash, new Date())
  if (!ticket) throw ticketEnded()
  const { ip, userAgent } = attempt
  return countRefusals(db, { action: 'session.refused', adminId: ticket.adminId, ip, userAgent }, () =>
    checkCode(dependencies, attempt, { ticket, ticketHash }),
  )
}

async function checkCode(
  dependencies: LoginDependencies,
  attempt: CodeLogin,
  { ticket, ticketHash }: { ticket: IssuedTicket; ticketHash: string },
): Promise<NewCodeLogin> {
  const { config, db } = dependencies
  const { adminId } = ticket
  const markKey = await findDeviceMarkKey(db)
  const mark = findDeviceMark(markKey, adminId, attempt.deviceMarks)
  // The password alone gives marks while the second step is off, so a client could collect them.
  const deviceId = mark && (await hasGivenCode(db, adminId, mark.deviceId)) ? mark.deviceId : undefined
  let triesLeft: number | undefined
  const login = await checkWithinLimits(db, {
    limits: codeLimits(config, { adminId, deviceId, ip: attempt.ip }),
    check: async () => {
      triesLeft = await takeTry(db, ticketHash)
      if (triesLeft === undefined) throw ticketEnded()
      return db
        .transaction()
        .execute((transaction) => openWithCode(transaction, dependencies, { ...attempt, ticketHash, ticket, markKey }))
    },
    tooOften: tooManyCodes,
  })
  if (!login) throw triesLeft === 0 ? ticketEnded(NO_TRIES_LEFT) : new HttpError(401, 'wrong_code', WRONG_CODE)
  await cleanSessions(db, config)
  return login
}

interface TicketedLogin extends Omit<CodeLogin, 'ticket'> {
  ticket: IssuedTicket
  ticketHash: string
  /** Signs device marks. */
  markKey: string
}

/** Returns undefined for a wrong code. */
async function openWithCode(
  transaction: Db,
  { config, history, twoStepKey }: LoginDependencies,
  { ticket: { adminId, passwordHash, issuedAt }, ticketHash, markKey, ...attempt }: TicketedLogin,
): Promise<NewCodeLogin | undefined> {
  if (!(await lockAccount(transaction, adminId, passwordHash))) throw ticketEnded()
  const used = await redeemCode(transaction, { adminId, code: attempt.code, key: twoStepKey })
  if (!used) return undefined
  if (!(await deleteTicket(transaction, ticketHash))) throw ticketEnded()
  const { session, login } = newLogin(config, markKey, { ...attempt, adminId, hasCode: true })
  const sessionId = await insertSession(transaction, session)
  if (attempt.trustDevice) await trustDevice(transaction, { adminId, deviceId: session.deviceId }, new Date())
  const left = used === 'recovery' ? { recoveryCodesLeft: await countRecoveryCodes(transaction, adminId) } : {}
  const { ip, userAgent } = attempt
  await uncountMissingCode(transaction, { adminId, ip, userAgent, ticketIssuedAt: issuedAt })
  const { username } = (await findAdmin(transaction, adminId)) ?? { username: '' }
  await history.from({ ip, userAgent, actor: { id: adminId, username } }).record(transaction, {
    action: 'session.opened',
    recordKind: 'session',
    recordId: sessionId,
    details: { secondStep: used, isDeviceTrusted: attempt.trustDevice, ...left },
  })
  return { ...login, ...left }
}

function ticketEnded(sentence: LocalisedText = TICKET_ENDED): HttpError {
  return new HttpError(401, 'ticket_ended', sentence)
}
