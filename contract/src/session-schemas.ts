import { type Static, Type } from 'typebox'
import { Done } from './envelope-schemas.ts'

/** One sign-in of one admin. `sessionId` is public; the secret token never leaves the login answer and the cookie. */
export const Session = Type.Object({
  _id: Type.String(),
  sessionId: Type.String(),
  device: Type.String(),
  location: Type.String(),
  ip: Type.String(),
  lastSeenAt: Type.String(),
  isActive: Type.Boolean(),
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
