import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { isEmail } from '../../text/email.ts'
import { joinSentences, type LocalisedText, localised, toLines, toName } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import { countPublicCall, logFilledHoneypot, type WarningLog } from '../rate-limits/public-call-service.ts'
import { trashedRecords } from '../trash/trashed-record-service.ts'
import * as store from './message-store.ts'

export const trashedMessages = trashedRecords({
  kind: 'message',
  table: 'messages',
  label: ({ name, subject }) => [name, subject].filter(Boolean).join(' – '),
  // The history omits who sent a message.
  historyOf: async (_transaction, { id }) => ({ recordKind: 'message', recordId: String(id), details: {} }),
})

interface Dependencies {
  db: Db
  config: Config
  log: WarningLog
  recordIdempotencyKey: RecordIdempotencyKey
}

interface SentMessage {
  name: string
  email: string
  subject?: string
  message: string
  extraNote?: string | null
}

const NAME = localised('Please enter your name.')
const EMAIL = localised('Please enter an e-mail address where we can reply.')
const MESSAGE = localised('Please enter a message.')

/**
 * Stores a visitor's message as plain text, unless the honeypot is filled. Throws badRequest() and
 * tooMany().
 */
export async function addMessage(
  { db, config, log, recordIdempotencyKey }: Dependencies,
  input: SentMessage,
  ip: string,
): Promise<void> {
  const message = {
    name: toName(input.name),
    email: toName(input.email),
    subject: toLines(input.subject ?? '').replaceAll('\n', ' '),
    message: toLines(input.message),
  }
  assertComplete(message)
  if (input.extraNote) return logFilledHoneypot(log, 'message', ip)
  await countPublicCall({ db, config, log }, 'message', ip)
  await db.transaction().execute(async (transaction) => {
    await store.insertMessage(transaction, message)
    await recordIdempotencyKey(transaction, null)
  })
}

function assertComplete({ name, email, message }: store.NewMessage): void {
  const fields: Record<string, LocalisedText> = {}
  if (isBlank(name)) fields.name = NAME
  if (!isEmail(email)) fields.email = EMAIL
  if (isBlank(message)) fields.message = MESSAGE
  const sentences = Object.values(fields)
  if (sentences.length === 0) return
  throw badRequest(joinSentences(sentences), fields)
}

/** Moves the message to the trash. The history omits its text and sender. Throws notFound(). */
export async function deleteMessage(db: Db, recorder: Recorder, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await trashedMessages.move(transaction, id, recorder))) throw noSuchMessage()
    await recorder.record(transaction, { action: 'message.deleted', recordKind: 'message', recordId: id })
  })
}

export function noSuchMessage() {
  return notFound(localised('There is no such message.'))
}
