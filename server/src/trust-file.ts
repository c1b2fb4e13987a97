import type { Config } from './config.ts'
import { plainTrust, type Trust } from './trust-settings.ts'

/** The name of the product stands for that of a trust which has not said its own. */
const NAMELESS = 'SevaDesk'

/** Reads the trust's details for receipts. Throws StartError with one sentence that names the file and the field. */
export async function readTrust(config: Pick<Config, 'trustName' | 'language'>): Promise<Trust> {
  return plainTrust(config.trustName ?? NAMELESS, config.language)
}
