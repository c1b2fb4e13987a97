import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildPurpose } from '../../testing/factories.ts'
import { saveMappings } from './purpose-mapping-service.ts'
import { listTexts, withProposals } from './purpose-text-service.ts'

const DONATIONS = 10_000
const AT = '2026-01-01T00:00:00.000Z'

eachDatabase((engine) => {
  let one: string
  let two: string
  const here = openForEachTest(engine)
  /** Adds donations with `texts` purposes, in turn. */
  const addDonations = (count: number, texts: number) =>
    sql`
      insert into donations (id, amount, currency, purpose, local_day, search_donor, search_purpose, created_at, updated_at)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(count)})
      select 'd' || cast(i as text), 100, 'INR', 'Purpose ' || cast(i % ${sql.lit(texts)} as text), '2026-01-01', '', '',
        ${sql.lit(AT)}, ${sql.lit(AT)} from numbers`.execute(here.db)
  const recorder = { actor: null, record: async () => {} }

  test('maps 200 of 5,000 texts of 100,000 donations', { timeout: 240_000 }, async () => {
    const texts = 5000
    await addDonations(100_000, texts)
    const purposes: { id: string }[] = []
    for (let index = 0; index < 60; index++) purposes.push(await buildPurpose(here.db))
    const open = await listTexts(here.db, 'open')
    expect(open).toHaveLength(texts)
    expect(open.reduce((sum, { donations }) => sum + donations, 0)).toBe(100_000)
    const page = await withProposals(here.db, open.slice(4975))
    expect(page).toHaveLength(25)
    const mappings = open.slice(0, 200).map(({ text }, index) => ({
      text: text.toUpperCase(),
      previousId: null,
      purposeId: purposes[index % 60]?.id ?? '',
    }))
    expect(await saveMappings({ db: here.db, recorder }, mappings)).toEqual({ donations: 4000 })
    expect(await listTexts(here.db, 'open')).toHaveLength(texts - 200)
    const mapped = await listTexts(here.db, 'mapped')
    expect(mapped.map(({ donations }) => donations)).toEqual(Array.from({ length: 200 }, () => 20))
    const moved = mapped.map(({ text, purposeId }) => ({
      text,
      previousId: purposeId,
      purposeId: purposes[0]?.id ?? '',
    }))
    const elsewhere = mapped.filter(({ purposeId }) => purposeId !== purposes[0]?.id).length * 20
    expect(await saveMappings({ db: here.db, recorder }, moved)).toEqual({ donations: elsewhere })
  })

  describe('of one text', () => {
    beforeEach(async () => {
      await addDonations(DONATIONS, 1)
      one = (await buildPurpose(here.db)).id
      two = (await buildPurpose(here.db)).id
    })

    const save = (previousId: string | null, purposeId: string) =>
      saveMappings({ db: here.db, recorder }, [{ text: 'purpose 0', previousId, purposeId }])
    const countWith = async (purposeId: string) => {
      const { count } = await here.db
        .selectFrom('donations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('purpose_id', '=', purposeId)
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    /** Waits until a part of the donations has the purpose. */
    const part = async (purposeId: string) => {
      let count = 0
      while (count === 0) count = await countWith(purposeId)
      expect(count).toBeLessThan(DONATIONS)
    }

    test('other calls run while the donations of one text get their purpose', async () => {
      const saving = save(null, one)
      await part(one)
      expect(await saving).toEqual({ donations: DONATIONS })
      expect(await countWith(one)).toBe(DONATIONS)
      const moving = save(one, two)
      await part(two)
      expect(await moving).toEqual({ donations: DONATIONS })
    })

    test('a save that another one replaces stops, and all donations get the later purpose', async () => {
      const saving = save(null, one)
      saving.catch(() => undefined)
      await part(one)
      const later = await save(one, two)
      await expect(saving).rejects.toMatchObject({ statusCode: 409 })
      expect(later).toEqual({ donations: DONATIONS })
      expect(await countWith(two)).toBe(DONATIONS)
    })

    test('the same save moves the donations that an interrupted one left', async () => {
      await save(null, one)
      await sql`update donations set purpose_id = null where n <= 300`.execute(here.db)
      expect(await save(null, one)).toEqual({ donations: 300 })
      await save(one, two)
      await sql`update donations set purpose_id = ${one} where n <= 300`.execute(here.db)
      expect(await save(one, two)).toEqual({ donations: 300 })
      expect(await countWith(two)).toBe(DONATIONS)
    })
  })
})
