import { type Static, Type } from 'typebox'
import { Done, success } from './envelope-schemas.ts'

/**
 * One sign-in of one admin. `sessionId` is public; the secret token never leaves the login answer and the cookie. `device` names browser and
 * system in a person's words, `lastSeenAt` is UTC ISO 8601. `isCurrent` is beyond the specification: the one that asks.
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

/** Limits keep a guesser from making the server hash a megabyte; a person's own words fit many times over. */
export const login = {
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  response: Type.Object({ success: Type.Literal(true), message: Type.String(), token: Type.String() }),
}

export const logout = { response: Done }

const SessionAddress = Type.Object({ sessionId: Type.String({ minLength: 1, maxLength: 100 }) })

/** The caller's own, the current one first, then by when they were last seen. */
export const listSessions = { response: success(Type.Array(Session)) }

/** Ends a session, which stays in the list as inactive. */
export const revokeSession = { params: SessionAddress, response: Done }

export const revokeOtherSessions = { response: Done }

/** Ends a session where it is active, and takes it out of the list. */
export const deleteSession = { params: SessionAddress, response: Done }
