import { mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import { findGallery, mayOpen, type Section } from '@sevadesk/contract/accounts/section.ts'
import { startOfZonedDay } from '@sevadesk/contract/base/zoned-time.ts'
import type { HistoryEntry, HistoryFilter } from '@sevadesk/contract/records/history-schemas.ts'
import type { Db } from '../../db/schema.ts'
import { forbidden } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { LocationDatabase } from '../../locations/location-database.ts'
import { findAdmin } from '../accounts/admin-store.ts'
import { deviceOf } from '../accounts/session-device.ts'
import { whereFrom } from '../accounts/session-view.ts'
import { findClosingDay } from '../cash-book/cash-book-day-store.ts'
import { findPhotoSection } from '../gallery/gallery-store.ts'
import { type HistoryConditions, type ListedRow, listHistory } from './history-store.ts'

/** Rows of an export that are in memory at once. */
const BATCH = 500

/** The section that may change a kind of record. */
const SECTIONS: Readonly<Record<string, Section>> = {
  event: 'Events',
  'home-video': 'HomeVideo',
  donation: 'Donations',
  donor: 'Donations',
  'cash-book': 'Donations',
  'deposit-slip': 'Donations',
  message: 'Message',
}

/**
 * A superadmin may read everything, others the history of a record that they may change. Throws
 * forbidden().
 */
export async function assertMayRead(db: Db, admin: SignedIn, { kind, record }: HistoryFilter): Promise<void> {
  if (admin.role === 'superadmin') return
  if (kind === undefined || record === undefined || !(await mayChange(db, admin, kind, record))) throw forbidden()
}

async function mayChange(db: Db, admin: SignedIn, kind: string, id: string): Promise<boolean> {
  const section = SECTIONS[kind]
  if (section) return mayOpen(admin, section)
  if (kind === 'photo') {
    const gallery = findGallery((await findPhotoSection(db, id)) ?? '')
    return mayOpen(admin, gallery?.key ?? 'Gallery')
  }
  if (kind !== 'admin') return false
  const account = id === admin.id ? undefined : await findAdmin(db, id)
  return id === admin.id || (account !== undefined && mayManage({ ...admin, _id: admin.id }, account))
}

export interface HistoryPage {
  data: HistoryEntry[]
  /** The number from which the next page goes on; null on the last. */
  next: number | null
}

interface Dependencies {
  db: Db
  locations: LocationDatabase
  timeZone: string
}

export async function findHistoryPage(
  { db, locations, timeZone }: Dependencies,
  filter: HistoryFilter,
  { before, limit, isWhole }: { before: number | undefined; limit: number; isWhole: boolean },
): Promise<HistoryPage> {
  const rows = await listHistory(db, await conditionsOf(db, filter, timeZone), { before, limit: limit + 1 })
  const data = rows.slice(0, limit).map((row) => entryOf(row, locations, isWhole))
  return { data, next: rows.length > limit ? (data.at(-1)?.n ?? null) : null }
}

/** Newest first. */
export async function* readHistory(
  { db, locations, timeZone }: Dependencies,
  filter: HistoryFilter,
): AsyncGenerator<HistoryEntry[]> {
  const conditions = await conditionsOf(db, filter, timeZone)
  for (let before: number | undefined, isOver = false; !isOver; ) {
    const rows = await listHistory(db, conditions, { before, limit: BATCH })
    before = rows.at(-1)?.n
    isOver = rows.length < BATCH
    if (rows.length > 0) yield rows.map((row) => entryOf(row, locations, true))
  }
}

async function conditionsOf(
  db: Db,
  { actor, kind, record, from, to }: HistoryFilter,
  timeZone: string,
): Promise<HistoryConditions> {
  return {
    actorId: actor,
    kinds: kind === undefined ? undefined : kindsOf(kind, record),
    recordId: await recordIdOf(db, kind, record),
    from: from && startOfDay(from, timeZone),
    to: to && startOfDay(to, timeZone, 1),
  }
}

/** A day's own history shows its closing, which may have closed several days. */
async function recordIdOf(db: Db, kind: string | undefined, record: string | undefined): Promise<string | undefined> {
  if (kind !== 'cash-book' || record === undefined) return record
  return (await findClosingDay(db, record)) ?? record
}

/** A donation's own history shows who opened its receipt. */
function kindsOf(kind: string, record: string | undefined): string[] {
  return kind === 'donation' && record !== undefined ? ['donation', 'receipt'] : [kind]
}

function startOfDay(text: string, timeZone: string, later = 0): string {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(startOfZonedDay({ year, month, day: day + later }, timeZone)).toISOString()
}

/** `isWhole` adds address and device of who acted. */
function entryOf(row: ListedRow, locations: LocationDatabase, isWhole: boolean): HistoryEntry {
  const { values } = row
  const { username, ip, userAgent, command, before = {}, after = {}, details = {} } = values ?? {}
  const place = isWhole && ip !== undefined ? whereFrom(ip, locations) : { ip: null, location: null }
  return {
    n: row.n,
    at: row.at,
    action: row.action,
    recordKind: row.record_kind,
    recordId: row.record_id,
    title: titleOf([
      values?.title,
      after.title,
      before.title,
      after.nameEn,
      before.nameEn,
      after.username,
      before.username,
      details.of,
      details.label,
      details.username,
      details.donorName,
    ]),
    actorId: row.actor_id,
    username: username ?? null,
    ...place,
    device: isWhole && userAgent !== undefined ? deviceOf(userAgent) : null,
    command: command ?? null,
    before,
    after,
    details,
    isErased: values === null,
  }
}

function titleOf(names: readonly unknown[]): string | null {
  const name = names.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '')
  return typeof name === 'string' ? name : null
}
