import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildPurpose } from '../../testing/factories.ts'
import { saveMappings } from './purpose-mapping-service.ts'
import { listTexts, withProposals } from './purpose-text-service.ts'

const DONATIONS = 100_000
const TEXTS = 5000
const AT = '2026-01-01T00:00:00.000Z'

eachDatabase((engine) => {
  let db: Db
  openForEachTest(engine, (opened) => {
    db = opened
  })

  test('maps 200 of 5,000 texts of 100,000 donations', { timeout: 240_000 }, async () => {
    await sql`
      insert into donations (id, amount, currency, purpose, local_day, search_donor, search_purpose, created_at, updated_at)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(DONATIONS)})
      select 'd' || cast(i as text), 100, 'INR', 'Purpose ' || cast(i % ${sql.lit(TEXTS)} as text),
        '2026-01-01', '', '', ${sql.lit(AT)}, ${sql.lit(AT)} from numbers`.execute(db)
    const purposes: { id: string }[] = []
    for (let index = 0; index < 60; index++) purposes.push(await buildPurpose(db))
    const texts = await listTexts(db, 'open')
    expect(texts).toHaveLength(TEXTS)
    expect(texts.reduce((sum, { donations }) => sum + donations, 0)).toBe(DONATIONS)
    const page = await withProposals(db, texts.slice(4975))
    expect(page).toHaveLength(25)
    const recorder = { actor: null, record: async () => {} }
    const mappings = texts.slice(0, 200).map(({ text }, index) => ({
      text: text.toUpperCase(),
      previousId: null,
      purposeId: purposes[index % 60]?.id ?? '',
    }))
    expect(await saveMappings({ db, recorder }, mappings)).toEqual({ donations: 4000 })
    expect(await listTexts(db, 'open')).toHaveLength(TEXTS - 200)
    const mapped = await listTexts(db, 'mapped')
    expect(mapped.map(({ donations }) => donations)).toEqual(Array.from({ length: 200 }, () => 20))
    const moved = mapped.map(({ text, purposeId }) => ({
      text,
      previousId: purposeId,
      purposeId: purposes[0]?.id ?? '',
    }))
    const elsewhere = mapped.filter(({ purposeId }) => purposeId !== purposes[0]?.id).length * 20
    expect(await saveMappings({ db, recorder }, moved)).toEqual({ donations: elsewhere })
  })
})
