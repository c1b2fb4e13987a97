import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../support/own-server.ts'
import { createDatabase } from '../support/postgresql.ts'
import { openPostgresql, openSqlite, type Sql } from '../support/sql.ts'
import { runCommand, startCommand } from './command.ts'
import type { ListedItem } from './content-client.ts'
import type { Item } from './expected-content.ts'
import { readContents } from './kill-content.ts'
import { wait } from './kill-moment.ts'
import { type ReceiptRecords, readReceiptRecords } from './receipt-audit.ts'

/** Upper limit of the delay between the mark of a restore and its kill, in ms. */
const MOST_MS = 200
/** Share of kills before the mark, and the upper limit of their delay from the start, in ms. */
const BEFORE_MARK_SHARE = 0.25
const MOST_START_MS = 1500

interface RestoreOptions {
  database: Database
  /** The last number that was issued in each series. */
  lastNumbers: ReadonlyMap<string, number>
  /** Kills the restore once, and starts it again in the same place. */
  kill: { random: () => number } | undefined
}

interface RestoredCopy {
  items: Item[]
  receipts: ReceiptRecords
  /** Whether the kill left the restore marked. */
  wasUnfinished: boolean
}

/** Restores a backup into a new place and returns its content, after checking files and history. */
export async function restoreCopy(
  file: string,
  { database, lastNumbers, kill }: RestoreOptions,
): Promise<RestoredCopy> {
  const args = [file, ...[...lastNumbers].flatMap(([series, last]) => ['--last-receipt', `${series}=${last}`])]
  const dataDir = mkdtempSync(join(tmpdir(), 'sevadesk-restored-'))
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database === 'postgresql' ? await createDatabase() : '' }
  let sql: Sql | undefined
  try {
    const left = kill ? await killRestore(settings, args, kill.random) : 'empty'
    if (left !== 'complete') await runCommand('restore', settings, args)
    await runCommand('media-check', settings, [])
    await runCommand('history-verify', settings, [])
    sql = settings.DATABASE_URL
      ? await openPostgresql(settings.DATABASE_URL)
      : openSqlite(join(dataDir, 'sevadesk.sqlite'))
    const items = await readContents(await listItems(sql), dataDir, new Map())
    return { items, receipts: await readReceiptRecords(sql, 'begin'), wasUnfinished: left === 'marked' }
  } finally {
    await sql?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Returns what the kill left: `complete` if the restore was quicker. */
async function killRestore(
  settings: { DATA_DIR: string },
  args: readonly string[],
  random: () => number,
): Promise<'empty' | 'marked' | 'complete'> {
  const mark = join(settings.DATA_DIR, 'restore-unfinished')
  const { child, ended } = startCommand('restore', settings, args)
  if (random() < BEFORE_MARK_SHARE) await wait(random() * MOST_START_MS)
  else {
    while (!existsSync(mark) && child.exitCode === null) await wait(1)
    await wait(random() * MOST_MS)
  }
  child.kill('SIGKILL')
  const { code, output } = await ended
  if (code !== null && code !== 0) throw new Error(`restore ended with ${code}:\n${output}`)
  // Written right before the mark is removed.
  if (!existsSync(mark)) return existsSync(join(settings.DATA_DIR, 'database-id')) ? 'complete' : 'empty'
  await runCommand('media-check', settings, [], 2)
  return 'marked'
}

const ITEMS = `select 'photo' as kind, id, title, path from photos
  union all select 'video', id, title, path from home_videos
  union all select 'event', id, title, image_path from events`

async function listItems(sql: Sql): Promise<ListedItem[]> {
  const rows = await sql.all(ITEMS)
  return rows.map(({ kind, id, title, path }) => ({
    kind: kind as ListedItem['kind'],
    id: String(id),
    title: String(title),
    path: path === null ? null : String(path),
  }))
}
