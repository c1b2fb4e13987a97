import type { Message } from '@sevadesk/contract/message-schemas.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'

/** Newest first, then by descending `_id`. */
export async function listMessages(db: Db): Promise<Message[]> {
  const rows = await db.selectFrom('messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(({ id, created_at, ...text }) => ({ _id: id, ...text, createdAt: created_at }))
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

/** Returns false if not found. */
export async function deleteMessage(transaction: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction.deleteFrom('messages').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
