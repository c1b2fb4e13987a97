import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { matchGift } from './donor-matching-service.ts'
import { findDonor } from './donor-store.ts'

anyDatabase((engine) => {
  const here = sharedTestApp({ engine })

  async function post(path: string, payload?: object) {
    const answer = await here.send('POST', `/donors${path}`, payload)
    return { status: answer.statusCode, body: answer.json() }
  }
  const merge = (survivor: { id: string }, merged: { id: string }, take: string[] = []) =>
    post(`/${survivor.id}/merge`, { mergedId: merged.id, take })
  const undo = (mergeId: string) => post(`/merges/${mergeId}/undo`)
  const get = async (path: string) => (await here.read(`/donors${path}`)).data
  const mergesOf = async ({ id }: { id: string }): Promise<{ _id: string; name: string; gifts: number }[]> =>
    (await get(`/${id}`)).merges
  const newestMergeOf = async (survivor: { id: string }) => (await mergesOf(survivor))[0]?._id ?? ''
  const stored = ({ id }: { id: string }) => findDonor(here.db, id)
  const setPan = ({ id }: { id: string }, pan: string | null) =>
    here.db.updateTable('donors').set({ pan }).where('id', '=', id).execute()
  const build = (given: Parameters<typeof buildDonor>[1] = {}) => buildDonor(here.db, given)
  const donorOf = async (id: string) =>
    (await here.db.selectFrom('donations').select('donor_id').where('id', '=', id).executeTakeFirst())?.donor_id
  const openOnes = async (donorId: string) =>
    (await get('/duplicates?page=1&limit=100')).filter(
      ({ donor, other }: { donor: { _id: string }; other: { _id: string } | null }) =>
        donor._id === donorId || other?._id === donorId,
    )

  async function twoDonors() {
    const survivor = await build({ name: 'Asha Patil', phones: ['9876500001'], notes: 'old', address: 'A' })
    const merged = await build({ name: 'A. Patil', phones: ['9876500002'], notes: 'new', address: 'B' })
    const gift = await buildDonation(here.db, { donor_id: merged.id, receipt_number: 'R1' })
    return { survivor, merged, gift }
  }

  test('moves the gifts and the chosen fields, and keeps all phones and names', async () => {
    const { survivor, merged, gift } = await twoDonors()
    const pan = { pan: 'MRGPE1234F', phones: ['9876500009', '9876500001'] }
    const third = await build(pan)
    expect((await merge(survivor, merged, ['notes'])).body.data).toMatchObject({
      name: 'Asha Patil',
      otherNames: ['A. Patil'],
      phones: ['9876500001', '9876500002'],
      notes: 'new',
      address: 'A',
      version: 2,
    })
    expect(await donorOf(gift.id)).toBe(survivor.id)
    await merge(survivor, third, ['pan', 'name'])
    expect(await stored(survivor)).toMatchObject({
      name: third.name,
      otherNames: ['Asha Patil', 'A. Patil'],
      pan: 'MRGPE1234F',
      phones: ['9876500001', '9876500002', '9876500009'],
    })
    const row = here.db.selectFrom('donations').select('receipt_number').where('id', '=', gift.id)
    expect(await row.execute()).toEqual([{ receipt_number: 'R1' }])
    expect((await get(`/${merged.id}`)).mergedInto).toBe(survivor.id)
    const entries = await historyOf(here.db, survivor.id)
    expect(entries.map(({ action }) => action)).toEqual(['donor.merged', 'donor.merged'])
    expect(JSON.stringify(entries)).not.toContain('MRGPE')
    const details = { donorName: 'Asha Patil', mergedName: 'A. Patil', gifts: 1 }
    expect(await historyOf(here.db, merged.id)).toMatchObject([{ action: 'donor.merged', details }])
  })

  test('refuses a merge with itself, with an unknown donor, and with one merged meanwhile', async () => {
    const { survivor, merged } = await twoDonors()
    const other = await build()
    expect(await merge(survivor, survivor)).toMatchObject({
      status: 409,
      body: { message: 'A donor cannot be merged with itself. Choose another one.' },
    })
    expect((await merge(survivor, { id: 'f'.repeat(24) })).status).toBe(404)
    const [one, two] = await Promise.all([merge(survivor, merged), merge(other, merged)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const refused = one.status === 409 ? one : two
    expect(refused.body.message).toBe('A. Patil was merged into another donor meanwhile. Open that one.')
  })

  test('undoes a merge: gifts go back, fields that changed since stay', async () => {
    const { survivor, merged, gift } = await twoDonors()
    await merge(survivor, merged, ['notes', 'address'])
    const later = await buildDonation(here.db, { donor_id: survivor.id })
    await here.send('PUT', `/donors/${survivor.id}`, { notes: 'changed since', language: 'hi' })
    expect(await mergesOf(survivor)).toMatchObject([{ name: 'A. Patil', gifts: 1 }])
    const mergeId = await newestMergeOf(survivor)
    expect((await undo(mergeId)).body.data).toMatchObject({
      ...{ otherNames: [], phones: ['9876500001'], address: 'A' },
      ...{ notes: 'changed since', language: 'hi' },
    })
    expect(await Promise.all([gift.id, later.id].map(donorOf))).toEqual([merged.id, survivor.id])
    expect(await get(`/${merged.id}`)).toMatchObject({ mergedInto: null, notes: 'new', name: 'A. Patil' })
    expect((await undo(mergeId)).status).toBe(404)
    const actions = (await historyOf(here.db, merged.id)).map(({ action }) => action)
    expect(actions).toEqual(['donor.merged', 'donor.merge-undone'])
  })

  test('a PAN that the survivor took goes back with the record', async () => {
    const [survivor, merged] = [await build(), await build({ pan: 'BCKPE1234F' })]
    await merge(survivor, merged, ['pan'])
    const mergeId = await newestMergeOf(survivor)
    expect((await undo(mergeId)).body.data.pan).toBeNull()
    expect((await stored(merged))?.pan).toBe('BCKPE1234F')
  })

  test('undoes the newest merge of a donor first', async () => {
    const { survivor, merged } = await twoDonors()
    const nameless = await build({ name: '', address: 'C' })
    await merge(survivor, merged, ['address'])
    await merge(survivor, nameless, ['address'])
    const [second = '', first = ''] = (await mergesOf(survivor)).map(({ _id }) => _id)
    expect(await undo(first)).toMatchObject({
      status: 409,
      body: { message: 'A donor without a name was merged into this donor later. Undo that merge first.' },
    })
    for (const each of [second, first]) expect((await undo(each)).status).toBe(200)
    expect(await stored(survivor)).toMatchObject({ address: 'A', phones: survivor.phones })
  })

  test('does not give back a former PAN that another donor has by now', async () => {
    const [survivor, merged] = [await build({ pan: 'FRMPE1234F' }), await build({ pan: 'TKNPE1234F' })]
    await merge(survivor, merged, ['pan'])
    const mergeId = await newestMergeOf(survivor)
    const owner = await build({ name: '', pan: 'FRMPE1234F' })
    expect(await undo(mergeId)).toMatchObject({
      status: 409,
      body: { message: 'A donor without a name has this PAN. If they are the same, merge them.' },
    })
    expect((await stored(merged))?.mergedInto).toBe(survivor.id)
    await setPan(owner, null)
    expect((await undo(mergeId)).body.data.pan).toBe('••••••234F')
    expect((await stored(survivor))?.pan).toBe('FRMPE1234F')
  })

  test('refuses a PAN that would not fit the kind, and keeps both as they are', async () => {
    const survivor = await build({ kind: 'person' })
    const merged = await build({ kind: 'company', pan: 'KNDCE1234F' })
    expect(await merge(survivor, merged, ['pan'])).toMatchObject({
      status: 400,
      body: { message: 'The fourth letter of this PAN is C; it must be P for a person.' },
    })
    expect((await stored(merged))?.mergedInto).toBeNull()
    expect((await merge(survivor, merged, ['pan', 'kind'])).status).toBe(200)
    // The kind goes back only with the PAN.
    const mergeId = await newestMergeOf(survivor)
    await setPan(survivor, 'NEWCE1234F')
    expect((await undo(mergeId)).body.data.kind).toBe('company')
  })

  test('does not undo while the survivor is merged itself, while another has the PAN, or after 30 days', async () => {
    const { survivor, merged } = await twoDonors()
    await setPan(merged, 'LTRPE1234F')
    await merge(survivor, merged)
    const mergeId = await newestMergeOf(survivor)
    const last = await build()
    await merge(last, survivor)
    expect((await undo(mergeId)).body.message).toMatch(/^Asha Patil was merged into another donor/)
    await undo(await newestMergeOf(last))
    const taker = await build({ name: 'Taker', pan: 'LTRPE1234F' })
    expect((await undo(mergeId)).body.message).toMatch(/^The donor Taker has this PAN/)
    expect((await stored(merged))?.mergedInto).toBe(survivor.id)
    await setPan(taker, null)
    const long_ago = new Date(Date.now() - 31 * 24 * 3600_000).toISOString()
    await here.db.updateTable('donor_merges').set({ merged_at: long_ago }).where('id', '=', mergeId).execute()
    expect((await undo(mergeId)).status).toBe(404)
    expect(await mergesOf(survivor)).toEqual([])
  })

  test('the name of a gift is kept with the record, or gets a record of its own', async () => {
    const donor = await build({ name: 'Asha', phones: ['9876500011'] })
    const give = async (donor_name: string) => {
      const gift = await buildDonation(here.db, { donor_name, donor_phone: '9876500011', donor_email: null })
      return (await here.db.transaction().execute((transaction) => matchGift(transaction, gift))).donorId
    }
    await give('Ravi')
    await give('Asha Devi')
    const open = await openOnes(donor.id)
    expect(open.map(({ otherName }: { otherName: string }) => otherName)).toEqual(['Ravi', 'Asha Devi'])
    expect((await post(`/duplicates/${open[1]._id}/same`)).status).toBe(200)
    expect((await stored(donor))?.otherNames).toEqual(['Asha Devi'])
    expect((await post(`/duplicates/${open[0]._id}/dismiss`)).status).toBe(200)
    expect((await post(`/duplicates/${open[0]._id}/dismiss`)).status).toBe(404)
    const ravi = await give('Ravi')
    expect(ravi).not.toBe(donor.id)
    expect(await findDonor(here.db, ravi ?? '')).toMatchObject({ name: 'Ravi', phones: ['9876500011'] })
    expect((await historyOf(here.db, ravi ?? ''))[0]).toMatchObject({
      action: 'donor.added',
      details: { donorName: 'Ravi', gifts: 1, giftsOf: 'Asha', giftsOfId: donor.id },
    })
    expect((await historyOf(here.db, donor.id)).at(-1)?.details).toMatchObject({ otherName: 'Ravi', gifts: 1 })
    expect(await give('Asha')).toBe(donor.id)
    expect(await openOnes(donor.id)).toEqual([])
  })

  test('two records that are not the same are not proposed again; a merge carries open ones over', async () => {
    const contacts = { phones: ['9876500021'] }
    const [one, two] = [await build(contacts), await build()]
    const save = (id: string) => here.send('PUT', `/donors/${id}`, contacts)
    await save(two.id)
    const [pair] = await openOnes(one.id)
    expect(pair.reason).toBe('phone')
    expect((await post(`/duplicates/${pair._id}/same`)).status).toBe(404)
    const third = await build()
    await merge(third, two)
    const [carried] = await openOnes(third.id)
    expect([carried.donor._id, carried.other._id].sort()).toEqual([one.id, third.id].sort())
    await post(`/duplicates/${carried._id}/dismiss`)
    await save(third.id)
    expect(await openOnes(third.id)).toEqual([])
  })
})
