import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { login, loginWithCode } from '@sevadesk/contract/accounts/session.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { apiUrl } from '../api/host.ts'
import { keepToken } from '../api/identity/bearer.ts'
import { deviceHeaders, removeDeviceMark, storeDeviceMark } from '../api/identity/device-mark.ts'
import { acceptSessionMark, announceSession, readSessionMark } from '../api/identity/session-mark.ts'
import { readRecord, readText } from '../api/records/fields.ts'
import { sweepDrafts } from './drafts/draft-storage.ts'
import { fetchCurrentAdmin, isSignedOut } from './fetch-current-admin.ts'
import { rememberRights } from './remembered-rights.ts'

/** Timeout of the request after a login, in ms. */
const REQUEST_TIMEOUT_MS = 15_000

interface Credentials {
  username: string
  password: string
}

/** The second call of a login: the first got the ticket. */
interface CodeEntry {
  ticket: string
  /** A code of the authenticator app, or a recovery code. */
  code: string
  trustDevice: boolean
}

/** What the user has entered in one step of the login. */
export type LoginEntry = Credentials | CodeEntry

/**
 * Signs in. Without an entry, it only repeats the check of an accepted login. Rejects with
 * ApiError, with a `ticket` if a code is needed, and with SessionCheckError.
 */
export type SignIn = (entry?: LoginEntry) => Promise<LoginResult>

export interface LoginResult {
  /** After a login with a recovery code. */
  recoveryCodesLeft?: number
}

/** `not-stored`: a 401, so the browser did not keep the cookie. */
type SessionCheckFailure = 'not-stored' | 'no-response' | 'server-fault'

/** The server accepted the login, but `/admin/me` failed after it. */
export class SessionCheckError extends Error {
  readonly failure: SessionCheckFailure

  constructor(failure: SessionCheckFailure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * Signs in on the login screen. `isLive` says whether a session exists, which this login replaces.
 * Without an entry, it only repeats the check of an accepted login. Throws ApiError and
 * SessionCheckError.
 */
export async function signIn(
  entry: LoginEntry | undefined,
  isLive: boolean,
): Promise<{ admin: CurrentAdmin; result: LoginResult }> {
  const result = entry ? await sendLogin(entry, isLive) : {}
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS)
  try {
    const admin = await fetchCurrentAdmin(controller.signal)
    acceptSessionMark(readSessionMark())
    rememberRights(admin)
    sweepDrafts(admin._id || admin.username)
    return { admin, result }
  } catch (error) {
    throw new SessionCheckError(checkFailure(error))
  } finally {
    clearTimeout(timer)
  }
}

/** A request that was cancelled or timed out has no response either. */
export function checkFailure(error: unknown): SessionCheckFailure {
  if (isSignedOut(error)) return 'not-stored'
  return error instanceof ApiError && error.kind !== 'network' ? 'server-fault' : 'no-response'
}

/**
 * Sends the login, stores its token and tells the other tabs. The server ends the session of a live
 * token; an expired token could make the login fail. Throws ApiError.
 */
export async function sendLogin(entry: LoginEntry, isLive: boolean): Promise<LoginResult> {
  const response = await requestLogin(entry, isLive)
  keepToken(readToken(response))
  storeDeviceMark(readText(readRecord(response).device))
  announceSession('login')
  const { recoveryCodesLeft } = readRecord(response)
  return typeof recoveryCodesLeft === 'number' ? { recoveryCodesLeft } : {}
}

/**
 * A plain backend on another origin refuses the header of the device mark, which the browser reports
 * as a network error. Then repeats the login without it, and removes the mark if that succeeds.
 */
async function requestLogin(entry: LoginEntry, isLive: boolean): Promise<unknown> {
  const send = (device: boolean): Promise<unknown> => {
    const options = { bearer: isLive, anySession: true, device }
    return 'ticket' in entry ? call(loginWithCode, { body: entry }, options) : call(login, { body: entry }, options)
  }
  try {
    return await send(true)
  } catch (error) {
    const isNetwork = error instanceof ApiError && error.kind === 'network'
    if (!isNetwork || !isOtherOrigin() || Object.keys(deviceHeaders()).length === 0) throw error
    const response = await send(false)
    removeDeviceMark()
    return response
  }
}

function isOtherOrigin(): boolean {
  return new URL(apiUrl(''), location.href).origin !== location.origin
}

/** Some backends wrap the token in `data`; others rely on the cookie alone and send no token. */
function readToken(response: unknown): string | undefined {
  const { token, data } = readRecord(response)
  return readText(token ?? readRecord(data).token) || undefined
}
