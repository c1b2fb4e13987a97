import type { Kysely } from 'kysely'
import { createAccountTables } from './0001/accounts.ts'
import { createAuditTable } from './0001/audit.ts'
import { createContentTables } from './0001/content.ts'
import { createDonationSearch } from './0001/donation-search.ts'
import { createDonationTotals } from './0001/donation-totals.ts'
import { createDonationTables } from './0001/donations.ts'
import { createFileTables } from './0001/files.ts'
import { createReceiptTables } from './0001/receipts.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccountTables(db)
  await createContentTables(db)
  await createFileTables(db)
  await createDonationTables(db)
  await createReceiptTables(db)
  await createAuditTable(db)
  await createDonationSearch(db)
  await createDonationTotals(db)
}
