/** A visitor's message. Missing fields are empty. */
export interface Message {
  /** Unique in the list. */
  id: string
  /** The backend's id; if empty, the message cannot be deleted. */
  _id: string
  name: string
  email: string
  subject: string
  message: string
  /** UTC ISO 8601, or anything else from a backend. */
  createdAt: unknown
}

const MAX_LINE_LENGTH = 200

/** The start of a text on one line, without line breaks and control characters. */
export function oneLine(text: string): string {
  return [
    ...text
      .slice(0, 2 * MAX_LINE_LENGTH)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_LINE_LENGTH)
    .join('')
}

/** Subject of a reply; empty for an empty subject, and without a second "Re:". */
export function replySubject(subject: string): string {
  const line = oneLine(subject)
  return line === '' || /^re:/i.test(line) ? line : `Re: ${line}`
}
