import { expect, test } from 'vitest'
import { newId } from '../../db/id.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { findDonorPage } from './donor-search-store.ts'
import { findDonors, insertDonors, updateDonor, updateMergedInto } from './donor-store.ts'

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  async function find(text: string, { isPanSearched = false, offset = 0 } = {}): Promise<string[]> {
    const { ids } = await findDonorPage(here.db, { text, isPanSearched, rangeOf: () => ({ offset, limit: 10 }) })
    return (await findDonors(here.db, ids)).map(({ name }) => name)
  }

  test('finds parts of name, phone, e-mail and PAN; a short word begins a word of a name', async () => {
    const contacts = { phones: ['+919123456780'], emails: ['zu@mail.example'] }
    await buildDonor(here.db, { name: 'Zubin Ürkar', pan: 'ZUBPE9876K', ...contacts })
    await buildDonor(here.db, { name: 'ज़ुबिन', otherNames: ['Zubeen'] })
    await buildDonor(here.db, { name: 'Asha' })
    for (const text of ['urkar zubin', '91234 56780', '091234', 'zu@mail', 'zu urk', 'urk z', 'UR', 'bin'])
      expect([text, await find(text)]).toEqual([text, ['Zubin Ürkar']])
    expect(await find('z')).toEqual(['Zubin Ürkar', 'ज़ुबिन'])
    expect(await find('जुबिन')).toEqual(['ज़ुबिन'])
    expect(await find('9876k', { isPanSearched: true })).toEqual(['Zubin Ürkar'])
    expect(await find('9876k')).toEqual([])
    for (const text of ['%', '"', "zub' or", 'nobody', 'z%', 'rk', 'u*', '\\'])
      expect([text, await find(text, { isPanSearched: true })]).toEqual([text, []])
  })

  test('finds an e-mail that starts with an initial, by any part', async () => {
    await buildDonor(here.db, { name: 'Asha', emails: ['a.p.rao@example.org'] })
    for (const text of ['a.p', 'a.p.rao', 'A.P.Rao@exam', 'p.rao@', 'asha a.p.rao'])
      expect([text, await find(text)]).toEqual([text, ['Asha']])
  })

  test('finds a name in other spellings', async () => {
    const names = ['D’Souza', 'हिंदी भवन', 'गङ्गा देवी', 'A. P. J. Kalam', 'C.V. Raman', 'Pa\u00adtil']
    for (const name of names) await buildDonor(here.db, { name })
    const searches = ["D'Souza", 'हिन्दी', 'गंगा', 'A.P.J. Kalam', 'C. V. Raman', 'patil']
    for (const [at, text] of searches.entries()) expect([text, await find(text)]).toEqual([text, [names[at]]])
    expect(await find('हिन्')).toEqual(['हिंदी भवन'])
  })

  test('ranks this phone or PAN, then the start of the name, then of a word, then other parts', async () => {
    const names = ['Asha Ravindra', 'Meera', 'Ravindra', 'Ravi Shah', 'Asha Ravi', 'Aravind', 'Ravi']
    for (const name of names) await buildDonor(here.db, { name })
    const ranked = ['Ravi', 'Ravi Shah', 'Ravindra', 'Asha Ravi', 'Asha Ravindra', 'Aravind']
    expect(await find('RAVI')).toEqual(ranked)
    expect(await find('ravi asha')).toEqual(['Asha Ravi', 'Asha Ravindra'])
    await buildDonor(here.db, { name: '9876543210' })
    await buildDonor(here.db, { name: 'Zoya', pan: 'ABCPE1234F', phones: ['98765 43210'] })
    expect(await find('09876543210')).toEqual(['Zoya', '9876543210'])
    await buildDonor(here.db, { name: 'abcpe1234f' })
    expect(await find('abcpe1234f', { isPanSearched: true })).toEqual(['Zoya', 'abcpe1234f'])
    expect(await find('abcpe1234f')).toEqual(['abcpe1234f'])
    const best = { text: 'ravi', isPanSearched: true, rangeOf: () => ({ offset: 0, limit: 2 }) }
    const { ids, isCapped } = await findDonorPage(here.db, { ...best, enough: 2 })
    expect([(await findDonors(here.db, ids)).map(({ name }) => name), isCapped]).toEqual([ranked.slice(0, 2), true])
  })

  test('ranks the start of a word before hundreds of other parts, and counts up to 500', async () => {
    const others = Array.from({ length: 501 }, (_, n) => ({ id: newId(), name: `Aravind ${n}` }))
    const last = await buildDonor(here.db, { name: 'Zoya' })
    await insertDonors(
      here.db,
      [...others, { id: newId(), name: 'Zoya Ravi' }].map((each) => ({ ...last, ...each })),
    )
    const rangeOf = () => ({ offset: 0, limit: 1 })
    const { ids, ...page } = await findDonorPage(here.db, { text: 'ravi', isPanSearched: false, rangeOf })
    expect([(await findDonors(here.db, ids))[0]?.name, page]).toEqual(['Zoya Ravi', { total: 500, isCapped: true }])
  })

  test('sorts by name, pages, and follows changes and merges', async () => {
    const [ravi, asha, meera] = [
      await buildDonor(here.db, { name: 'Ravi Gupta' }),
      await buildDonor(here.db, { name: 'Asha Gupta' }),
      await buildDonor(here.db, { name: 'Meera Gupta' }),
    ]
    expect(await find('')).toEqual(['Asha Gupta', 'Meera Gupta', 'Ravi Gupta'])
    expect(await find('gupta', { offset: 2 })).toEqual(['Ravi Gupta'])
    await updateDonor(here.db, meera.id, { ...meera, name: 'Meera Jain' })
    await updateMergedInto(here.db, ravi.id, asha.id)
    expect(await find('gupta')).toEqual(['Asha Gupta'])
    expect(await find('jain')).toEqual(['Meera Jain'])
    await updateMergedInto(here.db, ravi.id, null)
    expect(await find('gupta')).toEqual(['Asha Gupta', 'Ravi Gupta'])
  })
})
