import { type Static, Type } from 'typebox'
import { Done, success } from './envelope-schemas.ts'

/** What a visitor wrote. `createdAt`, UTC ISO 8601, is beyond the specification. All of it is text: markup in it means nothing. */
export const Message = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
  createdAt: Type.Optional(Type.String()),
})
export type Message = Static<typeof Message>

/** Here `message` is a sentence as on every answer; the messages are in `data`, newest first. */
export const listMessages = { response: success(Type.Array(Message)) }

export const deleteMessage = {
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: Done,
}

/** The contact form of the public site; beyond the specification. */
export const addMessage = {
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ minLength: 3, maxLength: 320 }),
    subject: Type.Optional(Type.String({ maxLength: 300 })),
    message: Type.String({ minLength: 1, maxLength: 10_000 }),
  }),
  response: Done,
}
