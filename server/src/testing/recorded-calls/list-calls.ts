import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { buildDonation, buildInstitution, buildPurpose } from '../factories.ts'

/** A call that succeeds for each route that changes the lists. */
export function listCalls(openDb: () => Db) {
  const names = () => {
    const name = `Entry ${newId()}`
    return { nameEn: name, nameHi: name }
  }
  const newOrder = async (table: 'purposes' | 'institutions') => {
    await (table === 'purposes' ? buildPurpose(openDb()) : buildInstitution(openDb()))
    await (table === 'purposes' ? buildPurpose(openDb()) : buildInstitution(openDb()))
    const rows = await openDb()
      .selectFrom(table)
      .select('id')
      .orderBy('position', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const payload = { ids: rows.map(({ id }) => id) }
    return { method: 'PUT' as const, url: `/api/lists/${table}/order`, payload }
  }
  return {
    'POST /api/lists/purposes': () => ({ method: 'POST' as const, url: '/api/lists/purposes', payload: names() }),
    'PUT /api/lists/purposes/:id': async () => {
      const { id } = await buildPurpose(openDb())
      return { method: 'PUT' as const, url: `/api/lists/purposes/${id}`, payload: { isRetired: true } }
    },
    'PUT /api/lists/purposes/order': () => newOrder('purposes'),
    'PUT /api/lists/purposes/texts': async () => {
      const { id } = await buildPurpose(openDb())
      const { purpose } = await buildDonation(openDb(), { purpose: 'Fodder for cows' })
      const payload = { mappings: [{ text: purpose, previousId: null, purposeId: id }] }
      return { method: 'PUT' as const, url: '/api/lists/purposes/texts', payload }
    },
    'POST /api/lists/institutions': () => ({
      method: 'POST' as const,
      url: '/api/lists/institutions',
      payload: names(),
    }),
    'PUT /api/lists/institutions/:id': async () => {
      const { id } = await buildInstitution(openDb())
      return { method: 'PUT' as const, url: `/api/lists/institutions/${id}`, payload: names() }
    },
    'PUT /api/lists/institutions/order': () => newOrder('institutions'),
  }
}
