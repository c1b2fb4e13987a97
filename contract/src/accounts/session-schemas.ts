import { type Static, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'
import { PASSWORD_MAX, USERNAME_MAX } from './admin-schemas.ts'

/**
 * `sessionId` is public: the secret token is only in the login response and the cookie.
 * `lastSeenAt` is UTC ISO 8601. `isCurrent` and `trustedUntil` are beyond the specification.
 */
export const Session = Type.Object({
  _id: Type.String(),
  sessionId: Type.String(),
  device: Type.String(),
  location: Type.String(),
  ip: Type.String(),
  lastSeenAt: Type.String(),
  isActive: Type.Boolean(),
  isCurrent: Type.Optional(Type.Boolean()),
  /** Until when the device may leave out the second step of a sign-in, UTC ISO 8601. */
  trustedUntil: Type.Optional(Type.String()),
  adminId: Type.Object({ username: Type.String(), email: Type.String() }),
})
export type Session = Static<typeof Session>

/** The maximum lengths limit the work of hashing. */
export const login = {
  about: {
    summary: 'Signs in. Sets a session cookie, and returns the same session as a token for browsers without cookies.',
    onFailure: 'The login screen shows the response’s message, or “Login failed. Please try again.”',
    refusals: {
      401: 'The username or password is not correct; or, with the code `second_step`, a code is needed besides.',
      403: 'The request comes from an origin that is not allowed, or not over https.',
      429: 'Too many failed logins; the message says how long to wait.',
    },
  },
  body: Type.Object({
    username: Type.String({ title: 'Username', minLength: 1, maxLength: USERNAME_MAX }),
    password: Type.String({ title: 'Password', minLength: 1, maxLength: PASSWORD_MAX }),
  }),
  response: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    token: Type.String(),
    /** The device mark, for browsers without cookies. Beyond the specification. */
    device: Type.Optional(Type.String()),
  }),
}

/** The second call of a sign-in whose first got 401 with the code `second_step` and a ticket. */
export const loginWithCode = {
  about: {
    summary: 'Completes a sign-in with a code of the authenticator app, or with a recovery code.',
    onFailure: 'The login screen shows the response’s message; with the code `ticket_ended` the user starts again.',
    level: 1,
    refusals: {
      401: 'The code is wrong or used (`wrong_code`), or the ticket has ended (`ticket_ended`).',
      403: 'The request comes from an origin that is not allowed, or not over https.',
      429: 'Too many wrong codes; the message says how long to wait.',
    },
  },
  body: Type.Object({
    ticket: Type.String({ minLength: 1, maxLength: 100 }),
    code: Type.String({ minLength: 1, maxLength: 50 }),
    /** The device may leave out the second step for 30 days. */
    trustDevice: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({
    ...login.response.properties,
    /** After a sign-in with a recovery code. */
    recoveryCodesLeft: Type.Optional(Type.Integer()),
  }),
}

/** The caller's device must give a code at its next sign-in. */
export const endTrust = {
  about: {
    summary: 'Ends the trust in the device of one of the caller’s own sessions: its next sign-in needs a code.',
    onFailure: 'The page shows “Failed to end the trust in this device”.',
    level: 1,
  },
  params: Type.Object({ sessionId: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: Done,
}

export const logout = {
  about: {
    summary: 'Ends the current session.',
    onFailure: 'The panel shows “Failed to logout. Please try again.”; the user stays signed in.',
    refusals: { 403: 'The request comes from an origin that is not allowed.' },
  },
  response: Done,
}

const SessionAddress = Type.Object({ sessionId: Type.String({ minLength: 1, maxLength: 100 }) })

/** The caller's own sessions: the current one first, then the most recently seen. */
export const listSessions = {
  about: {
    summary: "The caller's own sessions, the current one first.",
    onFailure: 'Login Sessions shows “Failed to fetch sessions”.',
  },
  response: success(Type.Array(Session)),
}

/** The session stays in the list as inactive. */
export const revokeSession = {
  about: {
    summary: "Ends one of the caller's own sessions; it stays in the list as inactive.",
    onFailure: 'The page shows “Failed to logout session”.',
  },
  params: SessionAddress,
  response: Done,
}

export const revokeOtherSessions = {
  about: {
    summary: "Ends all other sessions of the caller's account.",
    onFailure: 'The page shows “Failed to logout other sessions”.',
  },
  response: Done,
}

/** Ends the session and removes it from the list. */
export const deleteSession = {
  about: {
    summary: "Ends one of the caller's own sessions and removes it from the list.",
    onFailure: 'The page shows “Failed to delete session”.',
  },
  params: SessionAddress,
  response: Done,
}
