import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Db, isPostgres } from '../../db/db.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
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
  /** Saves, and returns how many donations got another purpose. */
  const moved = async (...mappings: Mapping[]): Promise<number> => (await save(...mappings)).json().data.donations
  const newPurpose = async (given: Parameters<typeof buildPurpose>[1] = {}) => (await buildPurpose(server.db, given)).id
  const donate = async (purpose: string | null, given: Parameters<typeof buildDonation>[1] = {}) =>
    (await buildDonation(server.db, { purpose, ...given })).id
  const purposeOf = async (id: string) => {
    const columns = server.db.selectFrom('donations').select(['purpose', 'purpose_id', 'institution_id'])
    const row = await columns.where('id', '=', id).executeTakeFirstOrThrow()
    return [row.purpose, row.purpose_id, row.institution_id]
  }
  const purposesOf = (...ids: string[]) => Promise.all(ids.map(purposeOf))

  test('leaves gifts by hand at the purpose that a person chose', async () => {
    const institution = await buildInstitution(server.db)
    const [first, second] = [await buildPurpose(server.db), await buildPurpose(server.db, { donation_type: 'corpus' })]
    const online = await donate('Gau Seva')
    expect(await moved({ text: 'Gau Seva', purposeId: first.id })).toBe(1)
    const donation = { purpose: 'Gau Seva', purpose_id: first.id, institution_id: institution.id }
    const { donation_id: byHand } = await buildOfflineGift(server.db, { donation })
    expect((await texts('?state=mapped')).data).toMatchObject([{ text: 'Gau Seva', donations: 1 }])
    expect(await moved({ text: 'Gau Seva', previousId: first.id, purposeId: second.id })).toBe(1)
    expect(await purposeOf(online)).toEqual(['Gau Seva', second.id, second.institution_id])
    const types = server.db.selectFrom('donations').select(['id', 'donation_type']).orderBy('n')
    expect(await types.execute()).toEqual([
      { id: online, donation_type: 'corpus' },
      { id: byHand, donation_type: null },
    ])
    expect(await purposeOf(byHand)).toEqual(['Gau Seva', first.id, institution.id])
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
    for (const [purpose, n] of made) await donate(purpose, { created_at: day(n) })
    await donate('Gau Seva', { purpose_id: cow.id })
    await donate('library', { deleted_at: day(8), created_at: day(8) })
    await donate('deleted', { deleted_at: day(8) })
    const none = { purposeId: null, proposedId: null }
    const rows = [
      { text: 'gau seva', donations: 3, newestAt: day(3), purposeId: null, proposedId: cow.id },
      { text: 'Mela', donations: 2, newestAt: day(5), ...none },
      { text: 'library', donations: 1, newestAt: day(6), ...none },
    ]
    const info = { success: true, total: 3, isCapped: false }
    expect(await texts()).toEqual({ ...info, data: rows, page: 1 })
    expect(await texts('?page=2&limit=2')).toEqual({ ...info, data: [rows[2]], page: 2 })
    expect(await texts('?page=9&limit=2')).toMatchObject({ page: 2 })
    expect((await texts('?state=mapped')).data).toMatchObject([{ text: 'Gau Seva', donations: 1, purposeId: cow.id }])
  })

  test('maps all spellings, of deleted donations too, and never rewrites a text', async () => {
    const { id: school } = await buildInstitution(server.db)
    const fees = await newPurpose({ institution_id: school })
    const ids: string[] = []
    for (const purpose of ['School fees', 'SCHOOL  fees', 'school fées', 'School']) ids.push(await donate(purpose))
    for (const purpose of ['School Fees', 'school-fees']) ids.push(await donate(purpose, { deleted_at: day(1) }))
    expect(await moved({ text: 'School fees', purposeId: fees })).toBe(3)
    expect(await purposesOf(...ids)).toEqual([
      ['School fees', fees, school],
      ['SCHOOL  fees', fees, school],
      ['school fées', fees, school],
      ['School', null, null],
      ['School Fees', fees, school],
      ['school-fees', null, null],
    ])
    expect((await texts('?state=mapped')).data).toMatchObject([
      { text: 'School fees', donations: 3, purposeId: fees, proposedId: null },
    ])
    expect(await historyOf(server.db, fees)).toMatchObject([
      { action: 'purpose.mapped', actorId: chief.admin.id, details: { texts: ['School fees'], donations: 3 } },
    ])
    // The response was lost, and the panel sends the same again.
    expect(await moved({ text: 'School fees', purposeId: fees })).toBe(0)
    expect(await historyOf(server.db, fees)).toHaveLength(1)
  })

  test('changes a mapping, without taking donations that have their purpose otherwise', async () => {
    const [one, two] = [await newPurpose(), await newPurpose()]
    const mapped = await donate('Puja')
    const chosen = await donate('Aarti', { purpose_id: one })
    await save({ text: 'Puja', purposeId: one })
    const late = await donate('PUJA')
    expect((await texts()).data).toMatchObject([{ text: 'PUJA', purposeId: one, proposedId: null }])
    expect(await moved({ text: 'puja', purposeId: two, previousId: one })).toBe(2)
    expect(await purposesOf(mapped, late, chosen)).toEqual([
      ['Puja', two, null],
      ['PUJA', two, null],
      ['Aarti', one, null],
    ])
    expect((await texts('?state=mapped')).data).toMatchObject([
      { text: 'puja', donations: 2, purposeId: two },
      { text: 'Aarti', donations: 1, purposeId: one },
    ])
  })

  test('moves donations that have a purpose by its name, and no others with the text', async () => {
    const [mela, fair, other] = [await newPurpose({ name_en: 'Mela' }), await newPurpose(), await newPurpose()]
    const byName = await donate('mela', { purpose_id: mela })
    const elsewhere = await donate('Mela', { purpose_id: other })
    const rows = async () =>
      (await texts('?state=mapped')).data.map(({ text, purposeId }: Mapping) => `${text} ${purposeId}`).sort()
    expect(await rows()).toEqual([`Mela ${other}`, `mela ${mela}`])
    expect(await moved({ text: 'mela', previousId: mela, purposeId: fair })).toBe(1)
    expect(await purposesOf(byName, elsewhere)).toEqual([
      ['mela', fair, null],
      ['Mela', other, null],
    ])
    expect(await rows()).toEqual([`Mela ${other}`, `mela ${fair}`])
    // The mapping of the one row stays when the other row is moved.
    await save({ text: 'Mela', previousId: other, purposeId: mela })
    expect(await rows()).toEqual([`Mela ${mela}`, `mela ${fair}`])
    const { purpose_id } = await server.db.selectFrom('purpose_mappings').selectAll().executeTakeFirstOrThrow()
    expect(purpose_id).toBe(fair)
  })

  test('moves all rows of a text to one purpose, and refuses different ones', async () => {
    const [one, two, three] = [await newPurpose(), await newPurpose(), await newPurpose()]
    const gifts: string[] = []
    for (const purpose_id of [one, two, null]) gifts.push(await donate('Mela', { purpose_id }))
    const ids = async () => (await purposesOf(...gifts)).map(([_text, id]) => id)
    const refused = await save(
      { text: 'Mela', previousId: one, purposeId: two },
      { text: 'MELA', previousId: two, purposeId: one },
    )
    expect([refused.statusCode, refused.json().fields.mappings]).toEqual([400, expect.stringMatching(/^“MELA” is sel/)])
    expect(await ids()).toEqual([one, two, null])
    expect(await moved(...[one, two].map((previousId) => ({ text: 'Mela', previousId, purposeId: three })))).toBe(3)
    expect(await ids()).toEqual([three, three, three])
  })

  test('refuses a text that another superadmin mapped meanwhile, and then maps none', async () => {
    const [one, two, three] = [await newPurpose(), await newPurpose(), await newPurpose()]
    const [puja, hay] = [await donate('Puja'), await donate('Hay')]
    await save({ text: 'Puja', purposeId: one })
    const stale = await save({ text: 'Hay', purposeId: two }, { text: 'PUJA', purposeId: two })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict'])
    expect(stale.json().message).toMatch(/^“PUJA” was mapped/)
    expect(await purposesOf(puja, hay)).toEqual([
      ['Puja', one, null],
      ['Hay', null, null],
    ])
    await save({ text: 'Puja', previousId: one, purposeId: two })
    expect((await save({ text: 'Puja', previousId: one, purposeId: three })).statusCode).toBe(409)
    expect(await purposeOf(puja)).toEqual(['Puja', two, null])
  })

  test.each([
    ['the spelling that no donation finds', 'Gau–Seva', 1, 0],
    ['the other spelling', 'Gau-Seva', 0, 1],
  ] as const)('a save of %s leaves one mapping of the text', async (_what, text, previous, purpose) => {
    const ids = [await newPurpose(), await newPurpose()] as const
    for (const donated of ['Gau-Seva', 'Puja']) await donate(donated)
    await save({ text: 'Gau-Seva', purposeId: ids[0] })
    const dead = { normalised_text: 'gau–seva', purpose_id: ids[1], updated_at: day(1) }
    const others = { ...dead, text: 'Mela–Seva', normalised_text: 'mela–seva' }
    await server.db
      .insertInto('purpose_mappings')
      .values([{ ...dead, text: 'Gau–Seva' }, others])
      .execute()
    expect((await texts('?state=mapped')).data).toHaveLength(3)
    expect((await save({ text, previousId: ids[previous], purposeId: ids[purpose] })).statusCode).toBe(200)
    const left = server.db.selectFrom('purpose_mappings').select(['normalised_text', 'purpose_id'])
    expect(await left.orderBy('normalised_text').execute()).toEqual([
      { normalised_text: 'gau-seva', purpose_id: ids[purpose] },
      { normalised_text: 'mela–seva', purpose_id: ids[1] },
    ])
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
    const id = await newPurpose()
    for (const purpose of [text, old.slice(0, 900), old]) await donate(purpose)
    expect((await texts()).total).toBe(3)
    expect(await moved({ text, purposeId: id })).toBe(1)
    const refused = await save({ text: old.slice(0, 900), purposeId: id })
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringMatching(/too long to be mapped/)])
  })

  test('keeps the limit of a wait for a lock', async () => {
    const { id } = await buildPurpose(server.db)
    await buildDonation(server.db, { purpose: 'Puja' })
    let limits: unknown
    const record = async (transaction: Db) => {
      const current = sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`
      if (isPostgres(transaction)) limits = (await current.execute(transaction)).rows
    }
    const mapping = { text: 'Puja', previousId: null, purposeId: id }
    await saveMappings({ db: server.db, recorder: { actor: null, record } }, [mapping])
    expect(limits).toEqual(isPostgres(server.db) ? [{ lock: '10s', statement: '0' }] : undefined)
  })

  test('maps several texts to several purposes, a retired one too, or none of them', async () => {
    const [one, two] = [await newPurpose(), await newPurpose({ retired_at: day(1) })]
    const gifts: string[] = []
    for (const purpose of ['A', 'B', 'C', 'C']) gifts.push(await donate(purpose))
    const wrong = await save({ text: 'A', purposeId: one }, { text: 'B', purposeId: 'a'.repeat(24) })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['mappings']])
    expect(await purposeOf(gifts[0] ?? '')).toEqual(['A', null, null])
    const last = { text: 'C', purposeId: two }
    expect(await moved({ text: 'A', purposeId: one }, { ...last, text: 'c' }, last)).toBe(3)
    expect(await purposesOf(...gifts)).toEqual([
      ['A', one, null],
      ['B', null, null],
      ['C', two, null],
      ['C', two, null],
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
