/** What a visitor wrote, as the page shows it. A backend may leave out any field; what is missing is empty. All of it is text. */
export interface Message {
  /** One of its own in the list. */
  id: string
  /** The backend's; without one a message can be read and not deleted. */
  _id: string
  name: string
  email: string
  subject: string
  /** With its line breaks. */
  message: string
  /** UTC ISO 8601, or whatever the backend gave; many give none. */
  createdAt: unknown
}

/** The most characters of a message that its line in the table holds; the eye sees far fewer. */
const LINE_LENGTH = 200

/** A text on one line, cut where nobody sees it any more. */
export function oneLine(text: string): string {
  return [
    ...text
      .slice(0, 2 * LINE_LENGTH)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, LINE_LENGTH)
    .join('')
}

/** The subject of an answer; empty where the message has none. A second "Re:" says nothing more. */
export function replySubject(subject: string): string {
  const line = oneLine(subject)
  return line === '' || /^re:/i.test(line) ? line : `Re: ${line}`
}
