import { createHash } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import type { Trust } from '../../trust/trust-settings.ts'
import type { History } from './history-service.ts'
import { findNewestOf } from './history-store.ts'
import { withoutSecrets } from './history-values.ts'

const SETTINGS_KIND = 'settings'

/**
 * Records the trust's details if they changed since they were last recorded: receipts print them.
 * Pictures are recorded by a fingerprint.
 */
export async function recordSettings(db: Db, history: History, trust: Trust): Promise<void> {
  const settings = fieldsOf(trust)
  const fingerprint = fingerprintOf(settings)
  await db.transaction().execute(async (transaction) => {
    const recorded = (await findNewestOf(transaction, SETTINGS_KIND))?.details
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

function fieldsOf({ details: { logo, signatory, ...details }, wordings, ...receipts }: Trust): Record<string, unknown> {
  return {
    ...details,
    ...receipts,
    logo: logo && fingerprintOf(logo),
    signatory: signatory && { ...signatory, picture: signatory.picture && fingerprintOf(signatory.picture) },
    wordings,
  }
}

function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
