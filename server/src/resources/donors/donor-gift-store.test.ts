import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { listGivenPans, sumByYear } from './donor-gift-store.ts'

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  test.each([
    ['Asia/Kolkata', 600, 60_000],
    ['UTC', 2600, 58_000],
    ['America/New_York', 22_600, 38_000],
  ])('sums gifts by financial year in %s', async (timeZone, before, after) => {
    const { id: donor_id } = await buildDonor(here.db)
    const gifts: [at: string, amount: number][] = [
      ['2026-01-31T23:00:00.000Z', 100],
      ['2026-03-30T18:30:00.000Z', 200],
      ['2026-03-31T18:29:59.999Z', 300],
      ['2026-03-31T18:30:00.000Z', 2000],
      ['2026-04-01T03:59:59.999Z', 20_000],
      ['2026-04-01T04:00:00.000Z', 6000],
      ['2026-04-02T00:00:00.000Z', 16_000],
      ['2027-03-30T23:59:59.999Z', 16_000],
    ]
    for (const [captured_at, amount] of gifts) await buildDonation(here.db, { donor_id, amount, captured_at })
    expect(await sumByYear(here.db, donor_id, timeZone)).toMatchObject({
      years: [
        { year: '2026-27', amount: after },
        { year: '2025-26', amount: before },
      ],
      firstGiftAt: '2026-01-31T23:00:00.000Z',
      lastGiftAt: '2027-03-30T23:59:59.999Z',
      hasOtherCurrency: false,
    })
  })

  test('sums a gift without a capture by its order, and notes another currency', async () => {
    const { id: donor_id } = await buildDonor(here.db)
    const gift = { donor_id, amount: 100, captured_at: null, created_at: '2024-05-01T00:00:00.000Z' }
    await buildDonation(here.db, gift)
    await buildDonation(here.db, { ...gift, currency: 'USD' })
    expect(await sumByYear(here.db, donor_id, 'Asia/Kolkata')).toEqual({
      years: [{ year: '2024-25', count: 2, amount: 200 }],
      hasOtherCurrency: true,
      firstGiftAt: gift.created_at,
      lastGiftAt: gift.created_at,
    })
  })

  test('returns the PANs of gifts once each, without texts that are too long for one', async () => {
    const { id: donor_id } = await buildDonor(here.db)
    const texts = ['ABCPE1234F', 'ABCPE1234F', 'abcpe 1234 g', null, 'long '.repeat(2000)]
    for (const donor_pan of texts) await buildDonation(here.db, { donor_id, donor_pan })
    expect((await listGivenPans(here.db, [donor_id])).map(({ pan }) => pan).sort()).toEqual([
      'ABCPE1234F',
      'abcpe 1234 g',
    ])
  })
})
