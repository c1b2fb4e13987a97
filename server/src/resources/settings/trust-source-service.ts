import type { Db } from '../../db/schema.ts'
import { trustOf } from '../../trust/trust-content.ts'
import { loadTrustFile, readTrustFile, type TrustConfig, trustWithoutSettings } from '../../trust/trust-file.ts'
import { trustFilePath } from '../../trust/trust-file-path.ts'
import type { Trust, TrustSource } from '../../trust/trust-settings.ts'
import type { History } from '../history/history-service.ts'
import { recordSettings } from '../history/settings-history-service.ts'
import * as store from './settings-store.ts'

interface OpenOptions {
  config: TrustConfig
  db: Db
  warn(sentence: string): void
}

interface OpenedTrust {
  trust: TrustSource
  /** Records settings that no user saved: those of the file that was read, or plain ones. */
  recordStart(history: History): Promise<void>
}

/**
 * Opens the settings in force. While no version is saved, the file with the trust's details becomes
 * the first one; afterwards it is only compared, because the settings rule. Throws StartError.
 */
export async function openTrust(options: OpenOptions): Promise<OpenedTrust> {
  const { config, db } = options
  const language = config.language ?? 'en'
  if ((await store.findNewestVersion(db)) > 0) await warnIfDifferent(options)
  else await importFile(options)

  let known = { version: -1, trust: undefined as Trust | undefined }
  const source = {
    async inForce(from: Db): Promise<Trust> {
      const version = await store.findNewestVersion(from)
      if (known.trust && known.version === version) return known.trust
      const trust = await readTrust(from, version)
      known = { version, trust }
      return trust
    },
    get lastKnown(): Trust {
      if (!known.trust) throw new Error('The settings were not read.')
      return known.trust
    },
  }

  async function readTrust(from: Db, version: number): Promise<Trust> {
    const row = await store.findVersion(from, version)
    return row ? trustOf(JSON.parse(row.content), language) : trustWithoutSettings(config)
  }

  await source.inForce(db)
  return {
    trust: source,
    async recordStart(history) {
      // Also at the next start: this one may stop after it has read the file.
      if (!(await wasSaved(db))) await recordSettings(db, history, await source.inForce(db))
    },
  }
}

/** Whether a user saved the settings in force, which the history then says. */
async function wasSaved(db: Db): Promise<boolean> {
  const newest = await store.findVersion(db, await store.findNewestVersion(db))
  return newest !== undefined && newest.saved_by_id !== null
}

async function importFile({ config, db }: OpenOptions): Promise<void> {
  const content = await loadTrustFile(config)
  if (content === null) return
  await db.transaction().execute(async (transaction) => {
    await store.lockVersions(transaction)
    // Another server may have started at the same time.
    if ((await store.findNewestVersion(transaction)) > 0) return
    await store.insertVersion(transaction, {
      version: 1,
      content: JSON.stringify(content),
      saved_at: new Date().toISOString(),
      saved_by: null,
      saved_by_id: null,
    })
  })
}

/** A file that was read stays where it is, so only another one is worth a warning. */
async function warnIfDifferent({ config, db, warn }: OpenOptions): Promise<void> {
  // A file that cannot be read any more differs too.
  const content = await readTrustFile(config).catch(() => undefined)
  if (content === null) return
  const first = await store.findVersion(db, 1)
  const isImported = first?.saved_by_id === null && first.content === JSON.stringify(content)
  if (!isImported) warn(`${trustFilePath(config)} (TRUST_FILE) is not read any more: the page Settings rules`)
}
