import { randomBytes } from 'node:crypto'
import { messageSet } from '../other-backend/message-set.ts'
import type { Sql } from './sql.ts'

/** Replaces all messages by the other backend's. Those without a date get dates a day apart. */
export async function seedMessages(sql: Sql): Promise<void> {
  await sql.all('delete from messages')
  for (const [index, message] of messageSet(() => randomBytes(12).toString('hex')).entries()) {
    const { _id: id, name, email, subject, message: text, createdAt } = message
    await sql.all(
      'insert into messages (id, name, email, subject, message, created_at) values (?, ?, ?, ?, ?, ?)',
      id,
      ...[name, email, subject, text].map((value) => value ?? ''),
      createdAt ?? new Date(Date.UTC(2026, 5, 1 + index)).toISOString(),
    )
  }
}
