import { isDay } from '@sevadesk/contract/donations/period.ts'
import type { CashBook } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import { type Db, readSnapshot } from '../../db/db.ts'
import { badRequest, HttpError, notFound } from '../../errors.ts'
import { formatDay } from '../../text/format-day.ts'
import { localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import * as days from './cash-book-day-store.ts'
import { lastClosedDay, lockBooks } from './cash-book-store.ts'

/** Returns the book of a day, all from one state of the database. Throws notFound() for an invalid day. */
export async function readBook(
  db: Db,
  day: string,
  rangeOf: (total: number) => { page: number; offset: number; limit: number },
): Promise<CashBook & { page: number }> {
  assertDay(day)
  return readSnapshot(db, async (transaction) => {
    const byMode = await days.sumByMode(transaction, day)
    const byPerson = await days.sumByPerson(transaction, day)
    const carried = await days.sumOfEarlierDays(transaction, day)
    const count = byMode.reduce((sum, row) => sum + row.count, 0)
    const amount = byMode.reduce((sum, row) => sum + row.amount, 0)
    const { page, ...range } = rangeOf(count)
    const entries = await days.listEntries(transaction, day, range)
    const closing = await days.findClosing(transaction, day)
    return { day, closing, entries, count, amount, byMode, byPerson, carried, page }
  })
}

/**
 * Closes all days up to `day`, for good. Throws notFound() for an invalid day, badRequest() for one
 * after `today`, and 409 if it is closed.
 */
export async function closeBooks(
  { db, recorder }: { db: Db; recorder: Recorder },
  { day, today }: { day: string; today: string },
): Promise<{ day: string; closedAt: string; closedBy: string }> {
  assertDay(day)
  if (day > today) throw badRequest(FUTURE_DAY)
  const { id = '', username = '' } = recorder.actor ?? {}
  return db.transaction().execute(async (transaction) => {
    await lockBooks(transaction)
    const closed = await lastClosedDay(transaction)
    if (closed !== null && day <= closed) throw alreadyClosed(day, await days.findClosing(transaction, day))
    const closing = { day, closedAt: new Date().toISOString(), closedBy: username }
    await days.insertClosing(transaction, { ...closing, closedById: id })
    await recorder.record(transaction, {
      action: 'cash-book.closed',
      recordKind: 'cash-book',
      recordId: day,
      details: { day },
    })
    return closing
  })
}

function assertDay(day: string): void {
  if (!isDay(day)) throw notFound(localised('There is no such day.'))
}

const FUTURE_DAY = localised('This day has not come yet. Close a day on that day or later.')

function alreadyClosed(day: string, closing: CashBook['closing']): HttpError {
  const by = closing?.closedBy ?? ''
  return new HttpError(409, 'conflict', localised('{day} was closed already, by {by}.', { day: formatDay(day), by }))
}
