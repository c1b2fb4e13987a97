import { trustOf } from '../trust/trust-content.ts'
import { readTrustFile, type TrustConfig, trustWithoutSettings } from '../trust/trust-file.ts'
import type { Trust, TrustSource } from '../trust/trust-settings.ts'

/** Returns what the first start of a server with these settings would read. */
export async function readTrust(config: TrustConfig): Promise<Trust> {
  const content = await readTrustFile(config)
  return content ? trustOf(content, config.language ?? 'en') : trustWithoutSettings(config)
}

export function fixedTrust(trust: Trust): TrustSource {
  return { inForce: async () => trust, lastKnown: trust }
}
