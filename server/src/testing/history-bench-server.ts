// A server for `npm run bench`, with the settings of main.ts but without its other periodic work.
// With `--without-history`, changes of signed-in users are not recorded.
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase, prepareDataDir } from '../db/database.ts'
import { openLocationDatabase } from '../locations/location-database.ts'
import { openMedia } from '../media/open-media.ts'
import { createFirstAdmin } from '../resources/accounts/account-recovery-service.ts'
import { guardHistory } from '../resources/history/history-check-service.ts'
import { openHistory } from '../resources/history/history-service.ts'
import { receiptPrinter as openReceiptPrinter } from '../resources/receipts/pdf/receipt-printer.ts'
import { openTrust } from '../resources/settings/trust-source-service.ts'
import { allJobs, openTwoStepKey } from '../start.ts'

const config = readConfig(process.env)
prepareDataDir(config.dataDir)
const db = await openDatabase(config)
const media = await openMedia(config)
const history = await openHistory(db, config.keysDir)
if (process.argv.includes('--without-history'))
  history.by = ({ admin }) => ({ actor: admin, record: () => Promise.resolve() })
const app = await buildApp({
  ...{ config, db, media, history },
  jobs: allJobs({ db, media, history }),
  trust: await openTrust(config, db),
  receiptPrinter: openReceiptPrinter(),
  locations: await openLocationDatabase(config.locationsFile),
  twoStepKey: await openTwoStepKey(db, config),
  nativeParts: new Map(),
})
await guardHistory({ db, keysDir: config.keysDir, history, log: app.log })
await createFirstAdmin({ db, config, recorder: history.server })
await app.listen({ port: config.port, host: config.host })
process.once('SIGTERM', () => process.exit())
