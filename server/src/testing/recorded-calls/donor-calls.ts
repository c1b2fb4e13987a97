import type { Db } from '../../db/schema.ts'
import { insertDuplicates, nameDuplicate } from '../../resources/donors/donor-duplicate-store.ts'
import { buildDonation, buildDonor } from '../factories.ts'

interface Call {
  method: 'POST' | 'PUT'
  url: string
  payload?: object
}

/** A call that succeeds for each route that changes donors. `inject` makes a call. */
export function donorCalls(
  db: () => Db,
  inject: (call: Call) => Promise<unknown>,
): Record<string, () => Promise<Call> | Call> {
  const mergeCall = async (): Promise<Call> => {
    const [survivor, merged] = [await buildDonor(db()), await buildDonor(db())]
    return { method: 'POST', url: `/api/donors/${survivor.id}/merge`, payload: { mergedId: merged.id, take: ['name'] } }
  }
  const otherName = async (way: 'dismiss' | 'same'): Promise<Call> => {
    const donor = await buildDonor(db())
    await buildDonation(db(), { donor_id: donor.id, donor_name: 'Ravi' })
    await insertDuplicates(db(), [nameDuplicate(donor.id, 'Ravi')])
    const { id } = await db()
      .selectFrom('donor_duplicates')
      .select('id')
      .where('donor_id', '=', donor.id)
      .executeTakeFirstOrThrow()
    return { method: 'POST', url: `/api/donors/duplicates/${id}/${way}` }
  }

  return {
    'POST /api/donors': () => ({ method: 'POST', url: '/api/donors', payload: { name: 'Asha' } }),
    'PUT /api/donors/:id': async () => {
      const { id } = await buildDonor(db())
      return { method: 'PUT', url: `/api/donors/${id}`, payload: { name: 'Asha Patil' } }
    },
    'POST /api/donors/:id/numbers': async () => {
      const { id } = await buildDonor(db())
      return { method: 'POST', url: `/api/donors/${id}/numbers` }
    },
    'POST /api/donors/:id/merge': async () => mergeCall(),
    'POST /api/donors/merges/:id/undo': async () => {
      await inject(await mergeCall())
      const { id } = await db().selectFrom('donor_merges').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      return { method: 'POST', url: `/api/donors/merges/${id}/undo` }
    },
    'POST /api/donors/duplicates/:id/dismiss': () => otherName('dismiss'),
    'POST /api/donors/duplicates/:id/same': () => otherName('same'),
  }
}
