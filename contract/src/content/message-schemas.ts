import { type Static, Type } from 'typebox'
import { Done, PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'
import { Honeypot } from './honeypot-schemas.ts'

/** All fields are plain text. `createdAt` (UTC ISO 8601) is beyond the specification. */
export const Message = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
  createdAt: Type.Optional(Type.String()),
})
export type Message = Static<typeof Message>

/** The response's `message` is text for users; the messages are in `data`, newest first. */
export const listMessages = {
  about: {
    summary: 'The messages of visitors, or one page of them.',
    onFailure:
      'The page shows “Failed to load messages.” if the response has `success: false`, else “Server error while fetching messages.”',
  },
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(Message)).properties, ...PAGE_INFO }),
}

export const deleteMessage = {
  about: {
    summary: 'Deletes a message.',
    onFailure: 'The page shows “Server error while deleting message.”; the row stays.',
  },
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: Done,
}

/** The public site's contact form; beyond the specification. */
export const addMessage = {
  about: {
    summary: 'Sends a message to the trust.',
    isCreation: true as const,
    usedBy: 'the public site',
    refusals: { 429: 'Too many requests from one address.' },
  },
  body: Type.Object({
    name: Type.String({ title: 'Name', minLength: 1, maxLength: 200 }),
    email: Type.String({ title: 'Email', minLength: 3, maxLength: 320 }),
    subject: Type.Optional(Type.String({ title: 'Subject', maxLength: 300 })),
    message: Type.String({ title: 'Message', minLength: 1, maxLength: 10_000 }),
    extraNote: Honeypot,
  }),
  response: Done,
}
