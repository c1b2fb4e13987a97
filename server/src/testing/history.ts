import { rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Db, isPostgres } from '../db/db.ts'
import { headFile } from '../keys/key-file.ts'
import { replaceKeptHead } from '../resources/history/history-store.ts'
import type { HistoryValues } from '../resources/history/history-values.ts'

/** An entry of the history with its values. */
export interface TestEntry extends HistoryValues {
  action: string
  at: string
  actorId: string | null
}

/** Returns the entries of a record, or of the whole history, oldest first, without titles. */
export async function historyOf(db: Db, recordId?: string): Promise<TestEntry[]> {
  let rows = db
    .selectFrom('history')
    .leftJoin('history_values', 'history_values.n', 'history.n')
    .select(['action', 'at', 'actor_id', 'content'])
    .orderBy('history.n')
  if (recordId !== undefined) rows = rows.where('record_id', '=', recordId)
  return (await rows.execute()).map(({ content, actor_id, ...row }) => {
    const { title: _, ...values }: HistoryValues = JSON.parse(content ?? '{}')
    return { ...row, actorId: actor_id, ...values }
  })
}

/** Lets SQL change the history, as an attacker would who may drop triggers. */
export async function dropHistoryTriggers(db: Db): Promise<void> {
  const tables = ['history', 'history_values']
  if (isPostgres(db)) {
    for (const table of tables) await sql.raw(`drop trigger if exists ${table}_append_only on ${table}`).execute(db)
    return
  }
  const triggers = sql<{ name: string }>`select name from sqlite_master where type = 'trigger'
    and tbl_name in ('history', 'history_values')`
  for (const { name } of (await triggers.execute(db)).rows) await sql.raw(`drop trigger ${name}`).execute(db)
}

/** Gives the rows of the history other numbers. */
export async function renumber(db: Db, toNumber: (n: number) => number): Promise<void> {
  for (const table of ['history', 'history_values'] as const) {
    const rows = await db.selectFrom(table).select('n').orderBy('n').execute()
    const moved = rows.filter(({ n }) => toNumber(n) !== n)
    // Not at once, because two rows would have the same number for a moment.
    for (const { n } of moved)
      await db
        .updateTable(table)
        .set({ n: -1000 - n })
        .where('n', '=', n)
        .execute()
    for (const { n } of moved)
      await db
        .updateTable(table)
        .set({ n: toNumber(n) })
        .where('n', '=', -1000 - n)
        .execute()
  }
}

const NO_HEAD = { n: 0, mac: '', at: '', seal: '' }

/** Replaces the kept head, as an attacker would who may write to the place where it is kept. */
export async function forgeKeptHead(db: Db, keysDir: string, text: string): Promise<void> {
  if (!isPostgres(db)) return writeFile(headFile(keysDir), text)
  const head = text.endsWith('}') ? JSON.parse(text) : {}
  await removeKeptHead(db, keysDir)
  await replaceKeptHead(db, { ...NO_HEAD, ...head })
}

export async function removeKeptHead(db: Db, keysDir: string): Promise<void> {
  if (isPostgres(db)) await db.deleteFrom('history_head').execute()
  else await rm(headFile(keysDir))
}
