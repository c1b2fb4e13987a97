import type { Language } from '@sevadesk/contract/base/language.ts'
import { type Generated, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { DonationTables } from './donation-schema.ts'
import type { DonorTables } from './donor-schema.ts'
import type { ListTables } from './list-schema.ts'
import type { DepositSlipTables, OfflineGiftTables } from './offline-gift-schema.ts'

/**
 * Tables as types. Times are UTC ISO 8601 with milliseconds, ids 24 hex characters, amounts integer
 * paise.
 */
export interface Tables extends DonationTables, DonorTables, ListTables, OfflineGiftTables, DepositSlipTables {
  admins: {
    id: string
    username: string
    /** The name normalised for comparison; unique. */
    username_key: string
    email: string
    role: 'admin' | 'superadmin'
    /** A JSON list of section keys. */
    sections: string
    /** A JSON list of rights in Donations; null for all. */
    donation_rights: Generated<string | null>
    password_hash: string
    /** 1 until a generated password is changed. */
    must_change_password: 0 | 1
    /** The panel's language; null until the user chooses one. */
    language: Language | null
    created_at: string
    updated_at: string
    /** Counts the changes of the fields that forms edit; 1 when new. */
    version: Generated<number>
  }
  sessions: {
    /** The public id of the session, never the secret. */
    id: string
    /** SHA-256 of the token, hex; the token itself is not stored. */
    token_hash: string
    admin_id: string
    user_agent: string
    ip: string
    created_at: string
    last_seen_at: string
    expires_at: string
    revoked_at: string | null
    /** The id in the device mark of the sign-in; null for sessions of earlier versions. */
    device_id: string | null
    /** When the user last gave a code of the second step in this session. */
    code_at: string | null
  }
  /** An account's second step of the sign-in. Secrets are encrypted with the key `two-step`. */
  second_steps: {
    admin_id: string
    /** Null until the user has confirmed the first one with a code. */
    secret: string | null
    /** Shown for setting up an app, not yet confirmed. */
    pending_secret: string | null
    /** Null without a pending secret, and for those of earlier versions. */
    pending_at: string | null
    /** Null while the second step is off. */
    turned_on_at: string | null
    /** The RFC 6238 time step of the last code, so that each code is good once. */
    last_time_step: number | null
  }
  /** Unused recovery codes, as keyed hashes. */
  recovery_codes: { admin_id: string; code_hash: string }
  /** Sign-ins with the right password that wait for a code. */
  login_tickets: {
    /** SHA-256 of the ticket, hex. */
    ticket_hash: string
    admin_id: string
    /** The password's hash at the first call. A changed password ends the ticket. */
    password_hash: string
    tries: number
    expires_at: string
  }
  /** Browsers that may leave the second step out. `device_id` is that of their device mark. */
  trusted_devices: { admin_id: string; device_id: string; trusted_until: string }
  /** Attempts that count against a rate limit until they expire. One attempt has a row per key. */
  rate_limit_attempts: { attempt_id: string; key: string; expires_at: string }
  /** Keys that the server signs with: 32 random bytes, base64url. */
  server_keys: { name: 'device-mark'; value: string }
  /** Each version of the trust's details: the newest is in force. Triggers allow only inserts. */
  trust_settings: {
    /** 1, 2, 3 … */
    version: number
    /** A `SettingsContent` as JSON, pictures included. */
    content: string
    saved_at: string
    /** The username; null for what was read from `trust.json`. */
    saved_by: string | null
    saved_by_id: string | null
  }
  photos: {
    id: string
    section_name: string
    title: string
    description: string
    /** The address in responses: `/media/…`. */
    path: string
    created_at: string
    /** Counts the changes; 1 when new. */
    version: Generated<number>
  }
  events: {
    id: string
    title: string
    description: string
    image_path: string | null
    /** A day as `YYYY-MM-DD`, or a UTC ISO time; null if unknown. */
    starts_at: string | null
    ends_at: string | null
    venue: string
    created_at: string
    /** Counts the changes; 1 when new. */
    version: Generated<number>
  }
  home_videos: {
    id: string
    title: string
    description: string
    path: string
    /** A frame of the video; null if the browser could not make one. */
    poster_path: string | null
    created_at: string
    /** Counts the changes; 1 when new. */
    version: Generated<number>
  }
  /** Who did what, and when: see decision 43. Triggers allow only inserts. */
  history: {
    /** 1, 2, 3 … without a gap. */
    n: number
    at: string
    /** Null if no admin acted, such as after a webhook of Razorpay. */
    actor_id: string | null
    /** Such as `donation.deleted`. */
    action: string
    record_kind: string
    record_id: string
    /** Hash of the salted row of `history_values`. */
    values_hash: string
    /** HMAC over this row and the `mac` of the row before it. */
    mac: string
  }
  /** What may be erased by rule; never changed. */
  history_values: {
    n: number
    salt: string
    /** JSON of `HistoryValues`. */
    content: string
  }
  /** The newest row of the history on PostgreSQL, which moves with it: see decision 65. One row, `id` 1. */
  history_head: {
    id: 1
    n: number
    mac: string
    /** As in the row of the history. */
    at: string
    /** An HMAC of the rest with the history's key. */
    seal: string
  }
  /** Shows whether servers have the same keys, without revealing them: see decision 65. */
  key_verifiers: { name: 'history' | 'two-step'; verifier: string }
  /** Refused sign-ins of the last minutes, until the history has them. */
  refused_sign_ins: {
    /** UTC, such as `2026-11-23T06:01`. */
    minute: string
    action: 'session.refused' | 'session.code-missing' | 'admin.password-refused'
    /** Empty if the typed name is no account. */
    admin_id: string
    /** As in `addressForLimit`. */
    network: string
    /** Address and browser of the first attempt. */
    ip: string
    user_agent: string
    count: number
  }
  messages: { id: string; name: string; email: string; subject: string; message: string; created_at: string }
  /** Sizes of the pictures of photos, events and posters. */
  pictures: {
    /** As in `photos.path` or `events.image_path`. */
    path: string
    /** Pixels. */
    width: number
    height: number
    /** A JSON list of the widths of the smaller versions that exist. */
    widths: string
  }
  /** Jobs that are not finished: see decision 12. */
  jobs: {
    id: string
    kind: string
    /** Such as a stored path; unique per kind. */
    subject: string
    attempts: number
    /** The job does not run before this time. */
    due_at: string
    created_at: string
    /** Set when the job was given up, until it is retried. */
    failed_at: string | null
    /** See `isFree`. */
    leased_until_ms: Generated<number | null>
    leased_by: Generated<string | null>
  }
  /** What one of several servers on PostgreSQL does at intervals: see `periodicTask`. */
  periodic_tasks: {
    name: string
    due_ms: number
    /** See `isFree`. */
    leased_until_ms: Generated<number | null>
    leased_by: Generated<string | null>
  }
  /** Forms that are open in browsers: see `reportForm`. */
  open_forms: {
    admin_id: string
    form_id: string
    /** Identifies the record among all kinds. */
    record: string
    since: string
    reported_ms: number
  }
  /** Public requests by address, as far as the servers have reported them: see `registerRequestLimit`. */
  request_counts: { address: string; minute: number; count: number }
  /** Idempotency keys of the last day's calls, so that none creates twice: see decision 16. */
  idempotency_keys: {
    /** The id of an admin, or `visitor`. */
    caller: string
    /** SHA-256 of the client's key; unique per caller. */
    key: string
    /** Method and path. */
    call: string
    /** Identifies a JSON body; empty for a form. */
    content: string
    /** As JSON. */
    response: string
    created_at: string
  }
  /** Deleted records that can be restored: see decision 5. Donations keep `deleted_at` instead. */
  trash: {
    kind: 'photo' | 'home-video' | 'event' | 'message' | 'admin' | 'certificate'
    /** The record's own id; unique per kind. */
    id: string
    /** Title or name. */
    label: string
    /** `photos.section_name`; null for other kinds. */
    section: string | null
    picture_path: string | null
    /** The whole row as JSON. It may hold a password hash and never leaves the server. */
    content: string
    deleted_at: string
    /** Username of who deleted it. */
    deleted_by: string | null
    /** When the periodic task first found it overdue. */
    overdue_at: string | null
  }
  /** The files of `trash`, which are not served. */
  trashed_files: {
    /** The stored path without its extension, as smaller versions share it. */
    stem: string
    path: string
    kind: Tables['trash']['kind']
    id: string
  }
  /** Files that are being added or deleted: see decision 5. */
  pending_files: {
    path: string
    state: 'adding' | 'deleting'
    created_at: string
    /** See `isFree`. */
    leased_until_ms: Generated<number | null>
    leased_by: Generated<string | null>
  }
  /** Backups of this database, and the restore that filled it: see decision 46. */
  backups: {
    id: string
    kind: 'manual' | 'daily' | 'restore'
    /** Absolute path of the archive. */
    file: string
    started_at: string
    /** While a backup runs, it moves this time ahead. One that has passed ended without a word. */
    alive_until: string
    /** Null while the backup runs. */
    ended_at: string | null
    /** Size of the archive; null unless the backup succeeded. */
    bytes: number | null
    /** Why it failed, in English. */
    error: string | null
  }
}

/** Transactions have this type too, so store functions work with and without a transaction. */
export type Db = Kysely<Tables>

/** For the few places where the engines differ; migrations and stores are otherwise shared. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Milliseconds since 1970 by the clock of the database, which its servers share. */
export function databaseMs(db: Db): RawBuilder<number> {
  return isPostgres(db)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`
}

/** The time by the clock of the database: SQLite's is that of this process. */
export async function databaseNow(db: Db): Promise<Date> {
  if (!isPostgres(db)) return new Date()
  const { rows } = await sql<{ ms: number }>`select ${databaseMs(db)} as ms`.execute(db)
  return new Date(rows[0]?.ms ?? Number.NaN)
}

/** Whether PostgreSQL plans as for spinning disks: a pooler does not keep PLANNER_SETTINGS. */
export async function avoidsIndexes(db: Db): Promise<boolean> {
  if (!isPostgres(db)) return false
  const cost = sql<{ cost: number }>`select cast(current_setting('random_page_cost') as float8) as cost`
  return (await cost.execute(db)).rows.some((row) => row.cost > 2)
}

export async function tableNames(db: Db): Promise<string[]> {
  const names = isPostgres(db)
    ? sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
  return (await names.execute(db)).rows.map(({ name }) => name)
}

/**
 * Waits until no transaction of any process holds the lock, then holds it until `transaction` ends.
 * Does nothing on SQLite, which runs one writing transaction at a time.
 */
export async function lockUntilCommit(
  transaction: Db,
  name: 'migrate' | 'accounts' | 'rate-limit' | 'lists' | 'donors' | 'settings' | 'cash-book' | 'history',
): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sevadesk:${name}`}, 0))`.execute(transaction)
}

/** The limit of the connection in postgres.ts is lifted with it. */
export const LIFT_STATEMENT_TIMEOUT = 'set local statement_timeout = 0'

/** Lets a statement of a call take long until `transaction` ends; a wait for a lock stays limited. */
export async function liftStatementTimeout(transaction: Db): Promise<void> {
  if (isPostgres(transaction)) await sql.raw(LIFT_STATEMENT_TIMEOUT).execute(transaction)
}

/**
 * Lifts all of the server's time limits until `transaction` ends, for work at startup and in the
 * background that may take minutes. Not for calls, which would wait for a lock for ever. Does
 * nothing on SQLite, which has none.
 */
export async function liftTimeouts(transaction: Db): Promise<void> {
  if (!isPostgres(transaction)) return
  await liftStatementTimeout(transaction)
  for (const name of ['lock_timeout', 'idle_in_transaction_session_timeout']) {
    await sql.raw(`set local ${name} = 0`).execute(transaction)
  }
}

/**
 * Runs `read` in a read-only transaction that sees one state of the database. `read` holds a
 * connection, so it must not wait for a client's download. It ends within milliseconds, except for
 * whole lists, whose row numbers are all read, and groups by month on SQLite.
 */
export function readSnapshot<Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
