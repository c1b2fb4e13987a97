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
    summary: 'Signs in: a cookie, and the same session as a token for browsers that keep no cookie.',
    otherwise: 'Nobody can sign in: the answer’s message, or “Login failed. Please try again.”',
    refusals: {
      401: 'The username or password is not correct.',
      403: 'From a page that may not call, or not over https.',
      429: 'There were too many failed logins.',
    },
  },
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: USERNAME_MAX }),
    password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
  }),
  response: Type.Object({ success: Type.Literal(true), message: Type.String(), token: Type.String() }),
}

export const logout = {
  about: {
    summary: 'Ends the session that asks.',
    otherwise: '“Failed to logout. Please try again.”; the person stays signed in.',
    refusals: { 403: 'From a page that may not call.' },
  },
  response: Done,
}

const SessionAddress = Type.Object({ sessionId: Type.String({ minLength: 1, maxLength: 100 }) })

/** The caller's own sessions: the current one first, then the last seen. */
export const listSessions = {
  about: {
    summary: "One's own sessions, the current one first.",
    otherwise: 'Login Sessions says “Failed to fetch sessions”.',
  },
  response: success(Type.Array(Session)),
}

/** The session stays in the list as inactive. */
export const revokeSession = {
  about: {
    summary: "Ends one of one's own sessions, which stays in the list as inactive.",
    otherwise: '“Failed to logout session”',
  },
  params: SessionAddress,
  response: Done,
}

export const revokeOtherSessions = {
  about: {
    summary: "Ends all of one's own sessions but the one that asks.",
    otherwise: '“Failed to logout other sessions”',
  },
  response: Done,
}

/** Ends the session and removes it from the list. */
export const deleteSession = {
  about: {
    summary: "Ends one of one's own sessions and takes it out of the list.",
    otherwise: '“Failed to delete session”',
  },
  params: SessionAddress,
  response: Done,
}
