import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import type { LocationDatabase } from './locations/location-database.ts'
import type { Media } from './media/media.ts'
import type { NativeParts } from './native-parts.ts'
import type { History } from './resources/history/history-service.ts'
import type { ReceiptPrinter } from './resources/receipts/pdf/receipt-printer.ts'
import type { TrustSource } from './trust/trust-settings.ts'

export interface AppDependencies {
  config: Config
  db: Db
  media: Media
  jobs: JobRunner
  history: History
  trust: TrustSource
  receiptPrinter: ReceiptPrinter
  locations: LocationDatabase
  /** Encrypts the secrets of two-step sign-in: 32 bytes. */
  twoStepKey: Buffer
  nativeParts: NativeParts
}
