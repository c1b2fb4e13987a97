import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { Config } from '../config.ts'
import { withDatabaseBeside } from '../db/database.ts'
import { RENEW_KEYS } from '../jobs/job-kinds.ts'
import { listMappings } from '../resources/lists/purpose-mapping-store.ts'
import { listRepeatedReferences } from '../resources/offline-gifts/offline-gift-store.ts'

/** Prints what a user must look at, and returns whether that is nothing. Changes nothing. Throws StartError. */
export async function runDonationsCheck(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  print: (line: string) => void,
): Promise<boolean> {
  return withDatabaseBeside(config, async (db) => {
    const job = await db.selectFrom('jobs').select('failed_at').where('kind', '=', RENEW_KEYS).executeTakeFirst()
    if (job) print('The server has not read all records since its update. Start it, and run this again later.')
    if (job?.failed_at) print('It has given up: its log says why. A start tries again.')
    const mapped = job ? [] : await listMappings(db)
    const dead = mapped.filter(({ text, normalised_text }) => normaliseText(text) !== normalised_text)
    for (const { text } of dead) print(`Spellings of one text that have two purposes: “${text}”`)
    const gifts = await listRepeatedReferences(db)
    print(`Gifts with the same reference, cheque or draft: ${gifts.length}`)
    for (const { donation_id, received_on, donor_name, amount, reference, instrument_number } of gifts) {
      const given = `₹${amount / 100} by ${donor_name ?? 'an anonymous donor'} on ${received_on}`
      print(`  ${reference || instrument_number}: ${given}, id ${donation_id}`)
    }
    return !job && dead.length === 0 && gifts.length === 0
  })
}
