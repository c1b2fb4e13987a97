import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import { type Db, lockUntilCommit } from '../../db/db.ts'
import { isEmpty } from '../../db/emptiness.ts'
import { assertSharedKey, hasVerifier, keyFile, loadKey } from '../../keys/key-file.ts'
import type { Trust, TrustRule } from '../../trust/trust-settings.ts'
import { BEFORE_FIRST, type HistoryBreak } from './history-chain.ts'
import { readKeptHead, writeKeptHead } from './history-head-service.ts'
import * as store from './history-store.ts'
import { findNewestOf } from './history-store.ts'
import { changedFields, type HistoryValues, withoutSecrets } from './history-values.ts'

export interface HistoryEntry {
  /** Record kind and what happened, such as `event.changed`. */
  action: HistoryAction
  /** The kind of the record that the entry is shown with. */
  recordKind: string
  /** Empty for what concerns no single record, such as an export. */
  recordId: string
  /** Fields before and after a change. Only those that differ are kept. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** Other facts. */
  details?: Record<string, unknown>
}

/** Adds entries for one actor. */
export interface Recorder {
  /**
   * Adds an entry in the transaction of the change, so that both are written or neither. It holds a
   * lock until the transaction ends: lock rows that other changes lock before it, or the two may wait
   * for each other. Secrets are left out, and PANs masked.
   */
  record(transaction: Db, entry: HistoryEntry): Promise<void>
  /** Null if no admin acts. */
  readonly actor: { id: string; username: string } | null
}

/** Who acts, and from where. */
interface Origin {
  actor: { id: string; username: string } | null
  /** Absent if not a request. */
  ip?: string
  userAgent?: string
  /** The command that acts, such as `admin:reset`. */
  command?: string
}

interface RecordingRequest {
  admin: { id: string; username: string } | null
  ip: string
  headers: { 'user-agent'?: string | undefined }
}

export interface History {
  by(request: RecordingRequest): Recorder
  from(origin: Origin): Recorder
  /** For what the server does without a request, such as after a webhook. */
  readonly server: Recorder
  /** Adds entries that different actors caused, as `Recorder.record` does. */
  recordAll(transaction: Db, entries: readonly { origin: Origin; entry: HistoryEntry }[]): Promise<void>
  /** The breaks that the server knows of. */
  breaks: HistoryBreak[]
  /** The chain's key. */
  readonly key: Buffer
  /** Calls `listener` after entries were added, whose transaction may still be open. */
  onRecord(listener: () => void): void
}

const USER_AGENT_MAX = 200
const TITLE_MAX = 100

/**
 * Opens the history. Creates its key before the first row, and the kept head with the key, or later
 * while there is neither a row, nor an account, nor content. Throws StartError if its key is missing
 * although the history has rows, or is not that of the other servers.
 */
export async function openHistory(db: Db, keysDir: string): Promise<History> {
  const hasKey = existsSync(keyFile(keysDir, 'history'))
  const hasNoRow = (await store.findHead(db)).n === 0
  const isUsed = await hasVerifier(db, 'history')
  const key = await loadKey(keysDir, 'history', { mayCreate: hasNoRow && !isUsed })
  // A key that does not fit the rows of an earlier version is a break, and would keep the right one out.
  // Another server may have started meanwhile.
  if (isUsed || (await store.fitsFirst(db, key)) || (await hasVerifier(db, 'history')))
    await assertSharedKey(db, { keysDir, name: 'history', key })
  // A first start that was killed may have left the key alone.
  const isNew = !hasKey || (hasNoRow && !(await hasAdmin(db)) && (await isEmpty(db)))
  if (isNew && (await readKeptHead(db, keysDir)) === null) await writeKeptHead(db, keysDir, key, BEFORE_FIRST)
  const listeners: (() => void)[] = []
  await store.adoptAudit(db, key, fromAudit)

  async function append(transaction: Db, rows: readonly store.NewHistoryRow[]): Promise<void> {
    await store.appendRows(transaction, key, rows)
    for (const listener of listeners) listener()
  }

  function from(origin: Origin): Recorder {
    return {
      actor: origin.actor,
      record: (transaction, entry) => append(transaction, [toRow(origin, entry)]),
    }
  }

  return {
    breaks: [],
    key,
    onRecord: (listener) => void listeners.push(listener),
    from,
    by: ({ admin, ip, headers }) => from({ actor: admin, ip, userAgent: headers['user-agent'] ?? '' }),
    server: from({ actor: null }),
    recordAll: (transaction, entries) =>
      append(
        transaction,
        entries.map(({ origin, entry }) => toRow(origin, entry)),
      ),
  }
}

async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined
}

function toRow(
  { actor, ip, userAgent, command }: Origin,
  { action, recordKind, recordId, before, after, details }: HistoryEntry,
): store.NewHistoryRow {
  const title = before && after && titleOf(after)
  const values: HistoryValues = {
    ...(actor && { username: actor.username }),
    ...(ip !== undefined && { ip }),
    ...(userAgent && { userAgent: userAgent.slice(0, USER_AGENT_MAX) }),
    ...(command !== undefined && { command }),
    ...(title && { title }),
    ...changedFields(before, after),
    ...(details && { details }),
  }
  return {
    at: new Date().toISOString(),
    actor_id: actor?.id ?? null,
    action,
    record_kind: recordKind,
    record_id: recordId,
    content: JSON.stringify(withoutSecrets(values)),
  }
}

/** An entry names its record even if its title did not change. */
function titleOf({ title, nameEn, username }: Record<string, unknown>): string | undefined {
  const name = title ?? nameEn ?? username
  return typeof name === 'string' ? name.slice(0, TITLE_MAX) : undefined
}

function fromAudit({ at, admin_id, admin_username, action, subject_id, details }: store.AuditRow): store.NewHistoryRow {
  const [kind = ''] = action.split('.')
  const values: HistoryValues = {
    ...(admin_username !== null && { username: admin_username }),
    details: JSON.parse(details),
  }
  return {
    at,
    actor_id: admin_id,
    action,
    record_kind: kind === 'payment' ? 'donation' : kind,
    record_id: subject_id,
    content: JSON.stringify(withoutSecrets(values)),
  }
}

const SETTINGS_KIND = 'settings'
const EXPORTED = 'settings.exported'

/**
 * Records the trust's details if they changed since they were last recorded: receipts print them.
 * Pictures are recorded by a fingerprint.
 */
export async function recordSettings(db: Db, history: History, trust: Trust): Promise<void> {
  const settings = fieldsOf(trust)
  const fingerprint = fingerprintOf(settings)
  await db.transaction().execute(async (transaction) => {
    // Another server may start at the same time.
    await lockUntilCommit(transaction, 'settings')
    const recorded = (await findNewestOf(transaction, SETTINGS_KIND, EXPORTED))?.details
    if (recorded?.fingerprint === fingerprint) return
    await history.server.record(transaction, {
      action: recorded ? 'settings.changed' : 'settings.recorded',
      recordKind: SETTINGS_KIND,
      recordId: '',
      // What was recorded is masked, so both sides are compared without secrets.
      ...(isFields(recorded?.settings) && { before: recorded.settings, after: withoutSecrets(settings) }),
      details: { fingerprint, settings },
    })
  })
}

function fieldsOf({
  details: { logo, signatory, ...details },
  wordings,
  rules,
  ...receipts
}: Trust): Record<string, unknown> {
  return {
    ...details,
    ...receipts,
    logo: logo && fingerprintOf(logo),
    signatory: signatory && { ...signatory, picture: signatory.picture && fingerprintOf(signatory.picture) },
    wordings,
    ...(rules.length > 0 && { rules: rules.map(withTexts) }),
  }
}

function withTexts({ certificate, ...rule }: TrustRule): Record<string, unknown> {
  return { ...rule, ...(certificate && { certificate: { en: certificate('en'), hi: certificate('hi') } }) }
}

/** Records that a user saved another version. Pictures are recorded by a fingerprint. */
export async function recordSavedSettings(
  transaction: Db,
  recorder: Recorder,
  { before, after, version }: { before: SettingsContent | undefined; after: SettingsContent; version: number },
): Promise<void> {
  await recorder.record(transaction, {
    action: 'settings.changed',
    recordKind: SETTINGS_KIND,
    recordId: '',
    before: before ? inOrder(contentFields(before)) : {},
    after: inOrder(contentFields(after)),
    details: { version },
  })
}

/** `version` is 0 before the first save. */
export async function recordSettingsExport(db: Db, recorder: Recorder, version: number): Promise<void> {
  const entry = { action: EXPORTED, recordKind: SETTINGS_KIND, recordId: '', details: { version } } as const
  await db.transaction().execute((transaction) => recorder.record(transaction, entry))
}

function contentFields({ logo, signatory, receipts, ...content }: SettingsContent): Record<string, unknown> {
  const { picture, ...person } = signatory ?? {}
  return {
    ...content,
    ...(receipts && {
      language: receipts.language,
      numberFormat: receipts.number,
      numberDigits: receipts.digits,
      linkDays: receipts.linkDays,
    }),
    ...(logo !== undefined && { logo: fingerprintOf(logo) }),
    ...(signatory && { signatory: person }),
    ...(picture !== undefined && { signatoryPicture: fingerprintOf(picture) }),
  }
}

/** With the keys of all groups in one order: a form may send them in another order than a file. */
function inOrder<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    isFields(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
