import type { Message } from '@sevadesk/contract/content/message-schemas.ts'
import { countRows } from '../../db/count-rows.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/id.ts'

/** Newest first, then by descending `_id`. Without a range, lists all messages. */
export async function listMessages(db: Db, range?: { offset: number; limit: number }): Promise<Message[]> {
  const all = db.selectFrom('messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const rows = await (range ? all.limit(range.limit).offset(range.offset) : all).execute()
  return rows.map(({ id, created_at, ...text }) => ({ _id: id, ...text, createdAt: created_at }))
}

export function countMessages(db: Db): Promise<number> {
  return countRows(db.selectFrom('messages'))
}

export interface NewMessage {
  name: string
  email: string
  subject: string
  message: string
}

export async function insertMessage(db: Db, message: NewMessage): Promise<void> {
  const row = { id: newId(), ...message, created_at: new Date().toISOString() }
  await db.insertInto('messages').values(row).execute()
}
