import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { Config } from '../config.ts'
import { withDatabaseBeside } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { RENEW_KEYS } from '../jobs/job-kinds.ts'
import { listPurposes } from '../resources/lists/list-entry-store.ts'
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
    if (job?.failed_at) print('The update of the keys failed; see the server’s log. The next start tries again.')
    const texts = job ? [] : await listTextsToDecide(db)
    for (const spellings of texts) print(`Spellings of one text that have different purposes: ${spellings}`)
    const gifts = await listRepeatedReferences(db)
    print(`Gifts with the same reference, cheque or draft: ${gifts.length}`)
    for (const { donation_id, received_on, donor_name, amount, reference, instrument_number } of gifts) {
      const given = `₹${amount / 100} by ${donor_name ?? 'an anonymous donor'} on ${received_on}`
      print(`  ${reference || instrument_number}: ${given}, id ${donation_id}`)
    }
    for (const { id, payment_id } of await listLossesTakenBack(db)) {
      print(`The dispute of payment ${payment_id} was lost, then closed, and counts as won (donation ${id}).`)
      print('  If Razorpay’s dashboard shows it as lost, note it in your books: the panel cannot change it.')
    }
    return !job && texts.length === 0 && gifts.length === 0
  })
}

/** An earlier version took a loss back when its dispute was closed. The events are kept for 30 days. */
async function listLossesTakenBack(db: Db) {
  const events = (kind: string) =>
    db.selectFrom('payment_events').select('donation_id').where('kind', '=', `payment.dispute.${kind}`)
  return db
    .selectFrom('donations')
    .innerJoin('payment_returns', 'payment_returns.payment_id', 'donations.payment_id')
    .select(['donations.id', 'donations.payment_id'])
    .where('payment_returns.status', '=', 'won')
    .where('donations.id', 'in', events('lost'))
    .where('donations.id', 'in', events('closed'))
    .where('donations.id', 'not in', events('won'))
    .execute()
}

/** Texts whose spellings, which earlier rules told apart, are mapped to different purposes. */
async function listTextsToDecide(db: Db): Promise<string[]> {
  const names = new Map((await listPurposes(db)).map(({ _id, nameEn }) => [_id, nameEn]))
  const byText = Map.groupBy(await listMappings(db), ({ text }) => normaliseText(text))
  return [...byText.values()]
    .filter((spellings) => new Set(spellings.map(({ purpose_id }) => purpose_id)).size > 1)
    .map((spellings) => spellings.map(({ text, purpose_id }) => `“${text}” (${names.get(purpose_id)})`).join(', '))
}
