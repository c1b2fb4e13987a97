import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError } from '../../errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { findAdmin } from './admin-store.ts'
import { redeemCode, WRONG_CODE } from './second-step/code-check-service.ts'
import { countRecoveryCodes } from './second-step/second-step-store.ts'
import { cleanSessions, type LoginOrigin, type NewLogin, newLogin } from './session-service.ts'
import { hasGivenCode, insertSession, lockAccount } from './session-store.ts'
import { hashToken } from './session-token.ts'
import { findDeviceMark } from './sign-in/device-mark.ts'
import { findDeviceMarkKey } from './sign-in/device-mark-store.ts'
import { checkWithinLimits, codeLimits } from './sign-in/login-attempt-service.ts'
import { tooManyCodes } from './sign-in/login-messages.ts'
import { deleteTicket, findTicket, type IssuedTicket, takeTry } from './sign-in/login-ticket-store.ts'
import { countRefusals, uncountMissingCode } from './sign-in/refused-sign-in-service.ts'
import { trustDevice } from './sign-in/trusted-device-store.ts'

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

type Dependencies = Pick<AppDependencies, 'config' | 'db' | 'history' | 'twoStepKey'>

/**
 * Opens the session for which `login` issued a ticket. Throws 401 `wrong_code`, 401 `ticket_ended`
 * if the user must start again, and tooMany().
 */
export async function loginWithCode(dependencies: Dependencies, attempt: CodeLogin): Promise<NewCodeLogin> {
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
  dependencies: Dependencies,
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
  { config, history, twoStepKey }: Dependencies,
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
