import type { Tables } from '../../db/db.ts'

/**
 * `copied`: every row is in the backup and restored as it is. `derived`: the database computes the
 * rows again from copied ones. `dropped`: the rows mean nothing after a restore.
 */
type Treatment = 'copied' | 'derived' | 'dropped'

/** Every table, those before others that refer to them. */
export const BACKUP_TABLES = {
  server_keys: 'copied',
  admins: 'copied',
  // Encrypted with the key file `two-step`, without which the server does not start.
  second_steps: 'copied',
  recovery_codes: 'copied',
  // A restore ends all sessions; the next sign-in on each device needs a code.
  login_tickets: 'dropped',
  trusted_devices: 'dropped',
  // A restore ends all sessions: one that was ended since the backup must not live again.
  sessions: 'dropped',
  rate_limit_attempts: 'dropped',
  pictures: 'copied',
  photos: 'copied',
  events: 'copied',
  home_videos: 'copied',
  messages: 'copied',
  trash: 'copied',
  trashed_files: 'copied',
  trust_settings: 'copied',
  receipt_settings: 'copied',
  receipt_series: 'copied',
  donors: 'copied',
  donor_contacts: 'copied',
  donor_members: 'copied',
  donor_merges: 'copied',
  donor_duplicates: 'copied',
  donor_certificates: 'copied',
  institutions: 'copied',
  purposes: 'copied',
  purpose_mappings: 'copied',
  donations: 'copied',
  local_days: 'derived',
  receipts: 'copied',
  receipt_cancellations: 'copied',
  deposit_slips: 'copied',
  offline_gifts: 'copied',
  deposit_slip_gifts: 'copied',
  cash_book_entries: 'copied',
  cash_book_closings: 'copied',
  void_receipts: 'copied',
  // Without these, a repeated event or an open order would be recorded again or forgotten.
  payment_events: 'copied',
  uncaptured_payments: 'copied',
  open_orders: 'copied',
  held_payments: 'copied',
  payment_returns: 'copied',
  settlement_reads: 'copied',
  // A chain: see decision 43.
  history: 'copied',
  history_values: 'copied',
  // The archive names the newest row, and the next start has the keys.
  history_head: 'dropped',
  key_verifiers: 'dropped',
  refused_sign_ins: 'copied',
  // Such as smaller versions of pictures that are still to be made.
  jobs: 'copied',
  // A client that repeats a call after the restore does not create a second record.
  idempotency_keys: 'copied',
  // Each has a new value within minutes.
  periodic_tasks: 'dropped',
  open_forms: 'dropped',
  request_counts: 'dropped',
  // A backup holds no file that is being added or deleted.
  pending_files: 'dropped',
  backups: 'dropped',
} as const satisfies Record<keyof Tables, Treatment>

/** The entry without which the rows of a table cannot be used. */
const KEY_ENTRIES: Readonly<Record<string, string>> = { history: 'keys/history.key', second_steps: 'keys/two-step.key' }

/** Lists the keys that a backup with these numbers of rows needs, and that are not among its entries. */
export function missingKeys(tables: Readonly<Record<string, number>>, entries: readonly string[]): string[] {
  const needed = Object.entries(KEY_ENTRIES).flatMap(([table, entry]) => ((tables[table] ?? 0) > 0 ? [entry] : []))
  return needed.filter((entry) => !entries.includes(entry))
}

/** How many rows a backup or restore holds at a time: some have pictures of 3 MB. */
export function rowsAtOnce(table: string): number {
  return table === 'trust_settings' || table === 'receipt_settings' ? 4 : 500
}

/** Tables beside those of `schema.ts`: the list of migrations, and full-text tables. */
export const OTHER_TABLES = /^(?:sevadesk_migrations|(?:donation|donor)_search(?:_\w+)?)$/

/** The tables whose rows are copied, in an order that foreign keys allow. */
export const COPIED_TABLES = Object.entries(BACKUP_TABLES).flatMap(([table, treatment]) =>
  treatment === 'copied' ? [table] : [],
)

/**
 * The table before `history`. The first start of a newer version moves its rows: until then it
 * cannot be backed up.
 */
export const TABLE_BEFORE_HISTORY = 'audit'
