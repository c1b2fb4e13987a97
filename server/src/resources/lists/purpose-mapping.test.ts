import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

interface Mapping {
  text: string
  purposeId: string
}

eachDatabase((engine) => {
  let server: TestApp
  let chief: TestSession
  beforeAll(async () => {
    server = await testApp({ engine })
    chief = await server.signIn('superadmin')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    for (const table of ['donations', 'purpose_mappings', 'purposes', 'institutions'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const texts = async (query = '') =>
    (await server.app.inject({ url: `/api/lists/purposes/texts${query}`, headers: chief.bearer })).json()
  const save = (...mappings: Mapping[]) =>
    server.app.inject({
      method: 'PUT',
      url: '/api/lists/purposes/texts',
      payload: { mappings },
      headers: chief.bearer,
    })
  const purposeOf = async (id: string) => {
    const row = await server.db
      .selectFrom('donations')
      .select(['purpose', 'purpose_id', 'institution_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [row.purpose, row.purpose_id, row.institution_id]
  }
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
    expect((await texts()).data).toEqual(rows)
    expect(await texts('?page=2&limit=2')).toEqual({
      success: true,
      data: [rows[2]],
      total: 3,
      isCapped: false,
      page: 2,
    })
    expect(await texts('?page=9&limit=2')).toMatchObject({ page: 2 })
    expect((await texts('?state=mapped')).data).toEqual([])
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
    expect((await save({ text: 'School fees', purposeId: fees.id })).json().data).toEqual({ donations: 0 })
  })

  test('changes a mapping, without taking donations that have their purpose otherwise', async () => {
    const [one, two] = [await buildPurpose(server.db), await buildPurpose(server.db)]
    const mapped = await buildDonation(server.db, { purpose: 'Puja' })
    const chosen = await buildDonation(server.db, { purpose: 'Aarti', purpose_id: one.id })
    await save({ text: 'Puja', purposeId: one.id })
    const late = await buildDonation(server.db, { purpose: 'PUJA' })
    expect((await texts()).data).toMatchObject([{ text: 'PUJA', proposedId: one.id }])
    expect((await save({ text: 'puja', purposeId: two.id })).json().data).toEqual({ donations: 2 })
    expect(await Promise.all([mapped, late, chosen].map(({ id }) => purposeOf(id)))).toEqual([
      ['Puja', two.id, null],
      ['PUJA', two.id, null],
      ['Aarti', one.id, null],
    ])
    expect((await texts('?state=mapped')).data).toMatchObject([{ text: 'puja', donations: 2, purposeId: two.id }])
  })

  test('maps several texts to several purposes, a retired one too, or none of them', async () => {
    const [one, two] = [await buildPurpose(server.db), await buildPurpose(server.db, { retired_at: day(1) })]
    const gifts: { id: string }[] = []
    for (const purpose of ['A', 'B', 'C', 'C']) gifts.push(await buildDonation(server.db, { purpose }))
    const wrong = await save({ text: 'A', purposeId: one.id }, { text: 'B', purposeId: 'a'.repeat(24) })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['mappings']])
    expect(await purposeOf(gifts[0]?.id ?? '')).toEqual(['A', null, null])
    const last = { text: 'C', purposeId: two.id }
    const answer = await save({ text: 'A', purposeId: one.id }, { text: 'c', purposeId: one.id }, last)
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
    ['a text without letters', { mappings: [{ text: '\u0301', purposeId: '' }] }],
    ['too many texts', { mappings: Array.from({ length: 201 }, (_, n) => ({ text: `${n}`, purposeId: 'x' })) }],
    ['a null character', { mappings: [{ text: 'A\u0000', purposeId: '\u0000' }] }],
  ])('refuses %s', async (_what, payload) => {
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/api/lists/purposes/texts',
      payload,
      headers: chief.bearer,
    })
    expect([answer.statusCode, answer.json().success]).toEqual([400, false])
  })
})
