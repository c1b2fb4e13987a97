import { join } from 'node:path'
import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import type { Db } from '@sevadesk/server/db/db.ts'
import { saveFirstVersion } from '@sevadesk/server/resources/settings/trust-source-service.ts'
import { readTrustFile } from '@sevadesk/server/trust/trust-file.ts'

const FOLDER = join(import.meta.dirname, 'trust')

/** Saves sample settings with a logo and a signature, unless a version is saved already. */
export async function saveSampleSettings(db: Db): Promise<void> {
  await saveFirstVersion(db, await readSampleSettings())
}

export async function readSampleSettings(): Promise<SettingsContent> {
  const content = await readTrustFile({ trustFile: undefined, dataDir: FOLDER, language: 'en' })
  if (content === null) throw new Error(`There is no trust.json in ${FOLDER}.`)
  return content
}
