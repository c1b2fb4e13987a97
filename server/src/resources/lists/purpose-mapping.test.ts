import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildInstitution, buildOfflineGift, buildPurpose } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import { saveMappings } from './purpose-mapping-service.ts'

interface Mapping {
  text: string
  purposeId: string
  /** The purpose that the list showed; none by default. */
  previousId?: string | null
}

eachDatabase((engine) => {
  const server = suiteServer({ engine })
  const chief = suiteSession(server, 'superadmin')
  beforeEach(async () => {
    for (const table of ['offline_gifts', 'donations', 'purpose_mappings', 'purposes', 'institutions'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const texts = async (query = '') => (await chief.get(`/lists/purposes/texts${query}`)).json()
  const save = (...mappings: Mapping[]) =>
    chief.put('/lists/purposes/texts', { mappings: mappings.map((mapping) => ({ previousId: null, ...mapping })) })
  const purposeOf = async (id: string) => {
    const row = await server.db
      .selectFrom('donations')
      .select(['purpose', 'purpose_id', 'institution_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [row.purpose, row.purpose_id, row.institution_id]
  }
  test('leaves gifts by hand at the purpose that a person chose', async () => {
    const institution = await buildInstitution(server.db)
    const [first, second] = [await buildPurpose(server.db), await buildPurpose(server.db, { donation_type: 'corpus' })]
    const online = await buildDonation(server.db, { purpose: 'Gau Seva' })
    expect((await save({ text: 'Gau Seva', purposeId: first.id })).json().data).toEqual({ donations: 1 })
    const chosen = { purpose: 'Gau Seva', purpose_id: first.id, institution_id: institution.id }
    const byHand = await buildDonation(server.db, chosen)
    await buildOfflineGift(server.db, byHand.id)
    expect((await texts('?state=mapped')).data).toMatchObject([{ text: 'Gau Seva', donations: 1 }])
    const moved = await save({ text: 'Gau Seva', previousId: first.id, purposeId: second.id })
    expect(moved.json().data).toEqual({ donations: 1 })
    expect(await purposeOf(online.id)).toEqual(['Gau Seva', second.id, second.institution_id])
    const types = server.db
      .selectFrom('donations')
      .select(['id', 'donation_type'])
      .where('purpose_id', 'in', [first.id, second.id])
    expect(await types.orderBy('n').execute()).toEqual([
      { id: online.id, donation_type: 'corpus' },
      { id: byHand.id, donation_type: null },
    ])
    expect(await purposeOf(byHand.id)).toEqual(['Gau Seva', first.id, institution.id])
  })

  const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`

  test('lists the texts of donations without a purpose, most used first, with a proposal', async () => {
    const cow = await buildPurpose(server.db, { name_en: 'Gau Seva', name_hi: 'गौ सेवा' })
    await buildPurpose(server.db, { name_en: 'Mela', name_hi: 'मेला', retired_at: day(1) })
    const made = [
      ['gau seva', 1],
      ['Gau  Seva', 3],
      ['gau seva', 2],
      ['Mela', 4],
      ['Mela', 5],
      ['library', 6],
      [null, 7],
      ['\u0301', 7],
    ] as const
    for (const [purpose, n] of made) await buildDonation(server.db, { purpose, created_at: day(n) })
    await buildDonation(server.db, { purpose: 'Gau Seva', purpose_id: cow.id })
    await buildDonation(server.db, { purpose: 'library', deleted_at: day(8), created_at: day(8) })
    await buildDonation(server.db, { purpose: 'deleted', deleted_at: day(8) })
    const none = { purposeId: null, proposedId: null }
    const rows = [
      { text: 'gau seva', donations: 3, newestAt: day(3), purposeId: null, proposedId: cow.id },
      { text: 'Mela', donations: 2, newestAt: day(5), ...none },
      { text: 'library', donations: 1, newestAt: day(6), ...none },
    ]
    expect(await texts()).toEqual({ success: true, data: rows, total: 3, isCapped: false, page: 1 })
    expect(await texts('?page=2&limit=2')).toEqual({
      success: true,
      data: [rows[2]],
      total: 3,
      isCapped: false,
      page: 2,
    })
    expect(await texts('?page=9&limit=2')).toMatchObject({ page: 2 })
    expect((await texts('?state=mapped')).data).toMatchObject([{ text: 'Gau Seva', donations: 1, purposeId: cow.id }])
  })

  test('maps all spellings, of deleted donations too, and never rewrites a text', async () => {
    const { id: school } = await buildInstitution(server.db)
    const fees = await buildPurpose(server.db, { institution_id: school })
    const ids: string[] = []
    for (const purpose of ['School fees', 'SCHOOL  fees', 'school fées'])
      ids.push((await buildDonation(server.db, { purpose })).id)
    const deleted = await buildDonation(server.db, { purpose: 'school-fees', deleted_at: day(1) })
    const trashed = await buildDonation(server.db, { purpose: 'School Fees', deleted_at: day(1) })
    const other = await buildDonation(server.db, { purpose: 'School' })
    const answer = await save({ text: 'School fees', purposeId: fees.id })
    expect(answer.json().data).toEqual({ donations: 3 })
    expect(await Promise.all(ids.map(purposeOf))).toEqual([
      ['School fees', fees.id, school],
      ['SCHOOL  fees', fees.id, school],
      ['school fées', fees.id, school],
    ])
    expect(await purposeOf(trashed.id)).toEqual(['School Fees', fees.id, school])
    expect(await purposeOf(deleted.id)).toEqual(['school-fees', null, null])
    expect(await purposeOf(other.id)).toEqual(['School', null, null])
    expect((await texts('?state=mapped')).data).toMatchObject([
      { text: 'School fees', donations: 3, purposeId: fees.id, proposedId: null },
    ])
    expect(await historyOf(server.db, fees.id)).toMatchObject([
      { action: 'purpose.mapped', actorId: chief.admin.id, details: { texts: ['School fees'], donations: 3 } },
    ])
    // The response was lost, and the panel sends the same again.
    expect((await save({ text: 'School fees', purposeId: fees.id })).json().data).toEqual({ donations: 0 })
    expect(await historyOf(server.db, fees.id)).toHaveLength(1)
  })

  test('changes a mapping, without taking donations that have their purpose otherwise', async () => {
    const [one, two] = [await buildPurpose(server.db), await buildPurpose(server.db)]
    const mapped = await buildDonation(server.db, { purpose: 'Puja' })
    const chosen = await buildDonation(server.db, { purpose: 'Aarti', purpose_id: one.id })
    await save({ text: 'Puja', purposeId: one.id })
    const late = await buildDonation(server.db, { purpose: 'PUJA' })
    expect((await texts()).data).toMatchObject([{ text: 'PUJA', purposeId: one.id, proposedId: null }])
    const moved = await save({ text: 'puja', purposeId: two.id, previousId: one.id })
    expect(moved.json().data).toEqual({ donations: 2 })
    expect(await Promise.all([mapped, late, chosen].map(({ id }) => purposeOf(id)))).toEqual([
      ['Puja', two.id, null],
      ['PUJA', two.id, null],
      ['Aarti', one.id, null],
    ])
    expect((await texts('?state=mapped')).data).toMatchObject([
      { text: 'puja', donations: 2, purposeId: two.id },
      { text: 'Aarti', donations: 1, purposeId: one.id },
    ])
  })

  test('moves donations that have a purpose by its name, and no others with the text', async () => {
    const [mela, fair] = [await buildPurpose(server.db, { name_en: 'Mela' }), await buildPurpose(server.db)]
    const other = await buildPurpose(server.db)
    const byName = await buildDonation(server.db, { purpose: 'mela', purpose_id: mela.id })
    const elsewhere = await buildDonation(server.db, { purpose: 'Mela', purpose_id: other.id })
    const rows = async () =>
      (await texts('?state=mapped')).data.map(({ text, purposeId }: Mapping) => [text, purposeId]).sort()
    expect(await rows()).toEqual([
      ['Mela', other.id],
      ['mela', mela.id],
    ])
    const moved = await save({ text: 'mela', previousId: mela.id, purposeId: fair.id })
    expect(moved.json().data).toEqual({ donations: 1 })
    expect(await purposeOf(byName.id)).toEqual(['mela', fair.id, null])
    expect(await purposeOf(elsewhere.id)).toEqual(['Mela', other.id, null])
    expect(await rows()).toEqual([
      ['Mela', other.id],
      ['mela', fair.id],
    ])
    // The mapping of the one row stays when the other row is moved.
    await save({ text: 'Mela', previousId: other.id, purposeId: mela.id })
    expect(await rows()).toEqual([
      ['Mela', mela.id],
      ['mela', fair.id],
    ])
    const { purpose_id } = await server.db.selectFrom('purpose_mappings').selectAll().executeTakeFirstOrThrow()
    expect(purpose_id).toBe(fair.id)
  })

  test('moves all rows of a text to one purpose, and refuses different ones', async () => {
    const purposes = [await buildPurpose(server.db), await buildPurpose(server.db), await buildPurpose(server.db)]
    const [one = '', two = '', three = ''] = purposes.map(({ id }) => id)
    const gifts: { id: string }[] = []
    for (const purpose_id of [one, two, null])
      gifts.push(await buildDonation(server.db, { purpose: 'Mela', purpose_id }))
    const ids = () => Promise.all(gifts.map(async ({ id }) => (await purposeOf(id))[1]))
    const swap = [
      { text: 'Mela', previousId: one, purposeId: two },
      { text: 'MELA', previousId: two, purposeId: one },
    ]
    const refused = await save(...swap)
    expect([refused.statusCode, refused.json().fields.mappings]).toEqual([400, expect.stringMatching(/^“MELA” is sel/)])
    expect(await ids()).toEqual([one, two, null])
    const answer = await save(...[one, two].map((previousId) => ({ text: 'Mela', previousId, purposeId: three })))
    expect(answer.json().data).toEqual({ donations: 3 })
    expect(await ids()).toEqual([three, three, three])
  })

  test('refuses a text that another superadmin mapped meanwhile, and then maps none', async () => {
    const [one, two] = [await buildPurpose(server.db), await buildPurpose(server.db)]
    const { id } = await buildDonation(server.db, { purpose: 'Puja' })
    const hay = await buildDonation(server.db, { purpose: 'Hay' })
    await save({ text: 'Puja', purposeId: one.id })
    const stale = await save({ text: 'Hay', purposeId: two.id }, { text: 'PUJA', purposeId: two.id })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict'])
    expect(stale.json().message).toMatch(/^“PUJA” was mapped/)
    expect(await purposeOf(id)).toEqual(['Puja', one.id, null])
    expect(await purposeOf(hay.id)).toEqual(['Hay', null, null])
    await save({ text: 'Puja', previousId: one.id, purposeId: two.id })
    const third = await buildPurpose(server.db)
    expect((await save({ text: 'Puja', previousId: one.id, purposeId: third.id })).statusCode).toBe(409)
    expect(await purposeOf(id)).toEqual(['Puja', two.id, null])
  })

  test('refuses a text that no donation has', async () => {
    const { id } = await buildPurpose(server.db)
    expect((await save({ text: 'Never given', purposeId: id })).statusCode).toBe(409)
    expect((await save({ text: 'Never given', purposeId: id, previousId: id })).statusCode).toBe(409)
    expect(await server.db.selectFrom('purpose_mappings').selectAll().execute()).toEqual([])
  })

  test('maps texts as long as an order accepts, and lists longer ones that it refuses', async () => {
    const random = (length: number) =>
      String.fromCharCode(...Array.from({ length }, () => 0x4e00 + Math.floor(Math.random() * 20_000)))
    const [text, old] = [random(200), random(3000)]
    const { id } = await buildPurpose(server.db)
    await buildDonation(server.db, { purpose: text })
    await buildDonation(server.db, { purpose: old.slice(0, 900) })
    await buildDonation(server.db, { purpose: old })
    expect((await texts()).total).toBe(3)
    expect((await save({ text, purposeId: id })).json().data).toEqual({ donations: 1 })
    const refused = await save({ text: old.slice(0, 900), purposeId: id })
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringMatching(/too long to be mapped/)])
  })

  test('keeps the limit of a wait for a lock', async () => {
    const { id } = await buildPurpose(server.db)
    await buildDonation(server.db, { purpose: 'Puja' })
    let limits: unknown
    await server.db.connection().execute(async (db) => {
      if (isPostgres(db)) await sql`select set_config('lock_timeout', '9s', false)`.execute(db)
      const record = async (transaction: Db) => {
        const current = sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`
        if (isPostgres(transaction)) limits = (await current.execute(transaction)).rows
      }
      const mapping = { text: 'Puja', previousId: null, purposeId: id }
      await saveMappings({ db, recorder: { actor: null, record } }, [mapping])
      if (isPostgres(db)) await sql`reset lock_timeout`.execute(db)
    })
    expect(limits).toEqual(isPostgres(server.db) ? [{ lock: '9s', statement: '0' }] : undefined)
  })

  test('maps several texts to several purposes, a retired one too, or none of them', async () => {
    const [one, two] = [await buildPurpose(server.db), await buildPurpose(server.db, { retired_at: day(1) })]
    const gifts: { id: string }[] = []
    for (const purpose of ['A', 'B', 'C', 'C']) gifts.push(await buildDonation(server.db, { purpose }))
    const wrong = await save({ text: 'A', purposeId: one.id }, { text: 'B', purposeId: 'a'.repeat(24) })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['mappings']])
    expect(await purposeOf(gifts[0]?.id ?? '')).toEqual(['A', null, null])
    const last = { text: 'C', purposeId: two.id }
    const answer = await save({ text: 'A', purposeId: one.id }, { ...last, text: 'c' }, last)
    expect(answer.json().data).toEqual({ donations: 3 })
    expect(await Promise.all(gifts.map(({ id }) => purposeOf(id)))).toEqual([
      ['A', one.id, null],
      ['B', null, null],
      ['C', two.id, null],
      ['C', two.id, null],
    ])
  })

  test.each([
    ['nothing', { mappings: [] }],
    ['no list', { mappings: 'A' }],
    ['a text without letters', { mappings: [{ text: '\u0301', purposeId: '', previousId: null }] }],
    [
      'too many texts',
      { mappings: Array.from({ length: 201 }, (_, n) => ({ text: `${n}`, purposeId: 'x', previousId: null })) },
    ],
    ['a null character', { mappings: [{ text: 'A\u0000', purposeId: '\u0000', previousId: null }] }],
  ])('refuses %s', async (_what, payload) => {
    const answer = await chief.put('/lists/purposes/texts', payload)
    expect([answer.statusCode, answer.json().success]).toEqual([400, false])
  })
})
