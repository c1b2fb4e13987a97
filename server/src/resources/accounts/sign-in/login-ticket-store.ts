import type { Db } from '../../../db/db.ts'
import { CLOCK_DIFFERENCE_MS } from '../session-store.ts'

export const TICKET_MS = 5 * 60_000
/** Codes that may be tried with one ticket. */
export const TICKET_TRIES = 5

export interface LoginTicket {
  adminId: string
  /** The account's password hash when the ticket was issued. */
  passwordHash: string
}

export interface IssuedTicket extends LoginTicket {
  issuedAt: Date
}

/** Stores a ticket for five minutes, and deletes expired ones. */
export async function insertTicket(db: Db, ticketHash: string, ticket: LoginTicket, now: Date): Promise<void> {
  await db.deleteFrom('login_tickets').where('expires_at', '<=', now.toISOString()).execute()
  await db
    .insertInto('login_tickets')
    .values({
      ticket_hash: ticketHash,
      admin_id: ticket.adminId,
      password_hash: ticket.passwordHash,
      tries: 0,
      expires_at: new Date(now.getTime() + TICKET_MS).toISOString(),
    })
    .execute()
}

/** Returns undefined for an unknown, expired or used-up ticket. */
export async function findTicket(db: Db, ticketHash: string, now: Date): Promise<IssuedTicket | undefined> {
  const row = await db
    .selectFrom('login_tickets')
    .select(['admin_id', 'password_hash', 'expires_at'])
    .where('ticket_hash', '=', ticketHash)
    .where('tries', '<', TICKET_TRIES)
    .where('expires_at', '>', now.toISOString())
    // A ticket that expires later was issued by a clock that was ahead.
    .where('expires_at', '<=', new Date(now.getTime() + TICKET_MS + CLOCK_DIFFERENCE_MS).toISOString())
    .executeTakeFirst()
  if (!row) return undefined
  const issuedAt = new Date(Date.parse(row.expires_at) - TICKET_MS)
  return { adminId: row.admin_id, passwordHash: row.password_hash, issuedAt }
}

/**
 * Counts a try before its code is checked, so that concurrent tries stay within the limit. Returns
 * how many are left, or undefined if none was.
 */
export async function takeTry(db: Db, ticketHash: string): Promise<number | undefined> {
  const row = await db
    .updateTable('login_tickets')
    .set((ticket) => ({ tries: ticket('tries', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .where('tries', '<', TICKET_TRIES)
    .returning('tries')
    .executeTakeFirst()
  return row && TICKET_TRIES - row.tries
}

/** Returns false if the ticket was used meanwhile. */
export async function deleteTicket(transaction: Db, ticketHash: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('login_tickets')
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
