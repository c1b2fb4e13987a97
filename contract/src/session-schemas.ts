import { type Static, Type } from 'typebox'
import { PASSWORD_MAX, USERNAME_MAX } from './admin-schemas.ts'
import { Done, success } from './envelope-schemas.ts'

/**
 * `sessionId` is public: the secret token is only in the login response and the cookie.
 * `lastSeenAt` is UTC ISO 8601. `isCurrent` is beyond the specification.
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
  adminId: Type.Object({ username: Type.String(), email: Type.String() }),
})
export type Session = Static<typeof Session>

/** The maximum lengths limit the work of hashing. */
export const login = {
  about: {
    summary: 'Signs in. Sets a session cookie, and returns the same session as a token for browsers without cookies.',
    onFailure: 'The login screen shows the response’s message, or “Login failed. Please try again.”',
    refusals: {
      401: 'The username or password is not correct.',
      403: 'The request comes from an origin that is not allowed, or not over https.',
      429: 'Too many failed logins; the message says how long to wait.',
    },
  },
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: USERNAME_MAX }),
    password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
  }),
  response: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    token: Type.String(),
    /** The device mark, for browsers without cookies. Beyond the specification. */
    device: Type.Optional(Type.String()),
  }),
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
