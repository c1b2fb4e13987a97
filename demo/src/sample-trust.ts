import { constants } from 'node:fs'
import { access, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '@sevadesk/server/config.ts'
import { trustFilePath } from '@sevadesk/server/trust/trust-file-path.ts'

const EXAMPLES = fileURLToPath(new URL('../../', import.meta.url))
const PICTURES = ['trust-logo.example.svg', 'trust-signature.example.svg']

/** Copies the example trust file and its pictures, unless a trust file exists or is configured. */
export async function copySampleTrust(config: Pick<Config, 'trustFile' | 'dataDir'>): Promise<void> {
  const file = trustFilePath(config)
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (exists || config.trustFile !== undefined) return
  for (const picture of PICTURES) await copyIfMissing(join(EXAMPLES, picture), join(config.dataDir, picture))
  await copyIfMissing(join(EXAMPLES, 'trust.example.json'), file)
}

async function copyIfMissing(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
