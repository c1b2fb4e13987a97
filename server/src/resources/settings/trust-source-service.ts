import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { StartError } from '../../errors.ts'
import { unprintableIn } from '../../text/receipt-fonts.ts'
import { trustOf } from '../../trust/trust-content.ts'
import { readTrustFile } from '../../trust/trust-file.ts'
import { plainTrust, type Trust, type TrustSource } from '../../trust/trust-settings.ts'
import { type History, recordSettings } from '../history/history-service.ts'
import * as store from './settings-store.ts'

const DEFAULT_NAME = 'SevaDesk'

/** Saves the settings of TRUST_FILE as the first version, if there is none yet. Throws StartError. */
export async function importTrustFile(
  config: Pick<Config, 'trustFile' | 'dataDir' | 'language'>,
  db: Db,
): Promise<void> {
  if ((await store.findNewestVersion(db)) > 0) return
  const content = await readTrustFile(config)
  if (content) await saveFirstVersion(db, content)
}

/** Saves settings that no user saved, if there is no version yet. */
export async function saveFirstVersion(db: Db, content: SettingsContent): Promise<void> {
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

/** Opens the settings in force. Throws StartError. */
export async function openTrust(config: Pick<Config, 'trustName' | 'language'>, db: Db): Promise<TrustSource> {
  let known = { version: -1, trust: undefined as Trust | undefined }
  const source = {
    async inForce(from: Db): Promise<Trust> {
      const version = await store.findNewestVersion(from)
      if (known.trust && known.version === version) return known.trust
      const row = await store.findVersion(from, version)
      const trust = row ? trustOf(JSON.parse(row.content), config.language ?? 'en') : trustWithoutSettings(config)
      known = { version, trust }
      return trust
    },
    get lastKnown(): Trust {
      if (!known.trust) throw new Error('The settings were not read.')
      return known.trust
    },
  }
  await source.inForce(db)
  return source
}

/** Records settings that no user saved: those of TRUST_FILE or of the sample data, or plain ones. */
export async function recordFirstSettings(db: Db, history: History, trust: TrustSource): Promise<void> {
  const newest = await store.findVersion(db, await store.findNewestVersion(db))
  // The history says which user saved a version. Also at a later start: the first one may have stopped early.
  if (!newest || newest.saved_by_id === null) await recordSettings(db, history, await trust.inForce(db))
}

/** What plain receipts say before the first save. Throws StartError. */
function trustWithoutSettings({ trustName, language }: Pick<Config, 'trustName' | 'language'>): Trust {
  const name = trustName ?? DEFAULT_NAME
  const unprintable = unprintableIn(name)
  if (unprintable.length === 0) return plainTrust(name, language ?? 'en')
  throw new StartError(
    `TRUST_NAME has characters that receipts cannot print: ${unprintable.join(' ')}; set another name.`,
  )
}
