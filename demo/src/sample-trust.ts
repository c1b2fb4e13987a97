import { constants } from 'node:fs'
import { access, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '@sevadesk/server/config.ts'
import { trustFilePath } from '@sevadesk/server/trust/trust-file-path.ts'

const EXAMPLES = fileURLToPath(new URL('../../', import.meta.url))
/** As the example names them. */
const PICTURES = ['trust-logo.example.svg', 'trust-signature.example.svg']

/** Puts the details of an invented trust into the data folder, unless details are there or TRUST_FILE says where they are. */
export async function placeSampleTrust(config: Pick<Config, 'trustFile' | 'dataDir'>): Promise<void> {
  const file = trustFilePath(config)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere || config.trustFile !== undefined) return
  for (const picture of PICTURES) await copyOnce(join(EXAMPLES, picture), join(config.dataDir, picture))
  await copyOnce(join(EXAMPLES, 'trust.example.json'), file)
}

/** A file that somebody put there stays. */
async function copyOnce(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
