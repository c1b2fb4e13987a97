import { resolve } from 'node:path'
import type { Config } from '../config.ts'

/** TRUST_FILE, or `trust.json` in the data folder. */
export function trustFilePath({ trustFile, dataDir }: Pick<Config, 'trustFile' | 'dataDir'>): string {
  return trustFile ?? resolve(dataDir, 'trust.json')
}
