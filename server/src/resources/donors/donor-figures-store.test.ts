import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { findFigures, listByFigures } from './donor-figures-store.ts'

const SINCE = '2026-03-31T18:30:00.000Z'
const RANGE = { offset: 0, limit: 10 }

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  /** Gifts of Asha before and in the year, and of Ravi in the year; none of Neha. */
  async function build() {
    const [asha, neha, ravi] = [await donor('Asha'), await donor('Neha'), await donor('Ravi')]
    const give = (donor_id: string, captured_at: string, amount: number, more: object = {}) =>
      buildDonation(here.db, { donor_id, captured_at, amount, ...more })
    await give(asha, '2025-05-01T06:00:00.000Z', 90_000)
    await give(asha, SINCE, 100)
    await give(asha, '2026-12-01T06:00:00.000Z', 7, { status: 'failed' })
    await give(asha, '2026-12-02T06:00:00.000Z', 7, { deleted_at: '2026-12-03T06:00:00.000Z' })
    await give(ravi, '2026-05-02T06:00:00.000Z', 500, { lost_at: '2026-06-01T06:00:00.000Z', lost_amount: 50 })
    await give(ravi, '2026-05-01T06:00:00.000Z', 20)
    return { asha, neha, ravi }
  }

  async function donor(name: string): Promise<string> {
    return (await buildDonor(here.db, { name })).id
  }

  test('sums what donors gave in the year, and finds their last gift', async () => {
    const { asha, neha, ravi } = await build()
    const found = await findFigures(here.db, [asha, neha, ravi], SINCE)
    expect(Object.fromEntries(found)).toEqual({
      [asha]: { id: asha, yearAmount: 100, lastGiftAt: SINCE },
      [ravi]: { id: ravi, yearAmount: 470, lastGiftAt: '2026-05-02T06:00:00.000Z' },
    })
  })

  test('orders donors by what they gave, those without a gift too', async () => {
    const { asha, neha, ravi } = await build()
    const by = (sort: 'year-high' | 'year-low' | 'last-new' | 'last-old', ids?: string[]) =>
      listByFigures(here.db, { sort, since: SINCE }, RANGE, ids)
    expect(await by('year-high')).toEqual([ravi, asha, neha])
    expect(await by('year-low')).toEqual([neha, asha, ravi])
    expect(await by('last-new')).toEqual([ravi, asha, neha])
    expect(await by('last-old', [asha, ravi])).toEqual([asha, ravi])
    expect(await by('last-old', [])).toEqual([])
  })
})
