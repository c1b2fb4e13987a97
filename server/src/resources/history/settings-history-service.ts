import { createHash } from 'node:crypto'
import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import type { Db } from '../../db/schema.ts'
import type { Trust, TrustRule } from '../../trust/trust-settings.ts'
import type { History, Recorder } from './history-service.ts'
import { findNewestOf } from './history-store.ts'
import { withoutSecrets } from './history-values.ts'

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
