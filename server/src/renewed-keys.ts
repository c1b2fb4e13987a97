import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { Selectable } from 'kysely'
import { fromColumns } from './db/columns.ts'
import { type Db, lockUntilCommit, type Tables } from './db/db.ts'
import { derivedDonationColumns } from './db/donation-columns.ts'
import { renewColumns } from './db/renew-columns.ts'
import { renewNameDuplicate } from './resources/donors/donor-merge-store.ts'
import { renewDonorKeys } from './resources/donors/donor-service.ts'
import { lockDonors } from './resources/donors/donor-store.ts'
import { deleteMappings, findMappings } from './resources/lists/purpose-mapping-store.ts'
import { giftKeys } from './resources/offline-gifts/gift-keys.ts'
import { lockOfflineGifts } from './resources/offline-gifts/offline-gift-store.ts'

const GIFT_FIELDS = ['bookNumber', 'leafNumber', 'reference', 'instrumentNumber', 'bank'] as const

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** Updates keys and search texts after an update that changed the rules of text. */
export async function renewKeys(db: Db): Promise<void> {
  await renewColumns<Row<'purpose_mappings'>>(db, {
    table: 'purpose_mappings',
    by: 'normalised_text',
    lock: (transaction) => lockUntilCommit(transaction, 'lists'),
    async columnsOf({ text, purpose_id, normalised_text: previous }, transaction) {
      const normalised_text = normaliseText(text)
      if (normalised_text === previous) return {}
      const other = (await findMappings(transaction, [normalised_text])).get(normalised_text)
      if (!other) return { normalised_text }
      // One with another purpose stays for `npm run donations:check`.
      if (other.purpose_id === purpose_id) await deleteMappings(transaction, [previous])
      return {}
    },
  })
  await renewColumns<Row<'offline_gifts'>>(db, {
    table: 'offline_gifts',
    by: 'donation_id',
    lock: lockOfflineGifts,
    columnsOf: (row) => giftKeys(row.mode, fromColumns(row, GIFT_FIELDS)),
  })
  await renewColumns<Row<'donors'>>(db, { table: 'donors', by: 'n', lock: lockDonors, columnsOf: renewDonorKeys })
  const duplicates = { table: 'donor_duplicates', by: 'id', lock: lockDonors, columnsOf: renewNameDuplicate } as const
  await renewColumns<Row<'donor_duplicates'>>(db, duplicates)
  await renewColumns<Row<'donations'>>(db, {
    table: 'donations',
    by: 'n',
    columnsOf: (row) => ({ ...derivedDonationColumns(row, 'UTC'), local_day: row.local_day }),
  })
}
