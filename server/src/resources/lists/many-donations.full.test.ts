import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildPurpose } from '../../testing/factories.ts'
import { saveMappings } from './purpose-mapping-service.ts'

const DONATIONS = 10_000
const AT = '2026-01-01T00:00:00.000Z'

eachDatabase((engine) => {
  let db: Db
  let one: string
  let two: string
  openForEachTest(engine, (opened) => {
    db = opened
  })
  beforeEach(async () => {
    await sql`
      insert into donations (id, amount, currency, purpose, local_day, search_donor, search_purpose, created_at, updated_at)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(DONATIONS)})
      select 'd' || cast(i as text), 100, 'INR', 'Gau Seva', '2026-01-01', '', '', ${sql.lit(AT)}, ${sql.lit(AT)}
      from numbers`.execute(db)
    one = (await buildPurpose(db)).id
    two = (await buildPurpose(db)).id
  })

  const save = (previousId: string | null, purposeId: string) =>
    saveMappings({ db, recorder: { actor: null, record: async () => {} } }, [
      { text: 'gau seva', previousId, purposeId },
    ])
  const countWith = async (purposeId: string) => {
    const { count } = await db
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
    await sql`update donations set purpose_id = null where n <= 300`.execute(db)
    expect(await save(null, one)).toEqual({ donations: 300 })
    await save(one, two)
    await sql`update donations set purpose_id = ${one} where n <= 300`.execute(db)
    expect(await save(one, two)).toEqual({ donations: 300 })
    expect(await countWith(two)).toBe(DONATIONS)
  })
})
