import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'
import { matchGift } from './donor-matching-service.ts'
import { findDonor } from './donor-store.ts'

anyDatabase((engine) => {
  let server: TestApp
  let editor: TestSession
  beforeAll(async () => {
    server = await testApp({ engine })
    editor = await server.signIn(['Donations'])
  })
  afterAll(() => server.close())

  async function post(path: string, payload?: object) {
    const call = { method: 'POST', url: `/api/donors${path}`, headers: editor.bearer } as const
    const answer = await server.app.inject({ ...call, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const merge = (survivor: string, mergedId: string, take: string[] = []) =>
    post(`/${survivor}/merge`, { mergedId, take })
  const get = async (path: string) =>
    (await server.app.inject({ url: `/api/donors${path}`, headers: editor.bearer })).json().data
  const donorOf = async (id: string) =>
    (await server.db.selectFrom('donations').select('donor_id').where('id', '=', id).executeTakeFirst())?.donor_id
  const openOnes = async (donorId: string) =>
    (await get('/duplicates?page=1&limit=100')).filter(
      ({ donor, other }: { donor: { _id: string }; other: { _id: string } | null }) =>
        donor._id === donorId || other?._id === donorId,
    )

  async function twoDonors() {
    const survivor = await buildDonor(server.db, {
      name: 'Asha Patil',
      phones: ['9876500001'],
      notes: 'old',
      address: 'A',
    })
    const merged = await buildDonor(server.db, { name: 'A. Patil', phones: ['9876500002'], notes: 'new', address: 'B' })
    const gift = await buildDonation(server.db, { donor_id: merged.id, receipt_number: 'R1' })
    return { survivor, merged, gift }
  }

  test('moves the gifts and the chosen fields, and keeps all phones and names', async () => {
    const { survivor, merged, gift } = await twoDonors()
    const pan = { pan: 'MRGPE1234F', phones: ['9876500009', '9876500001'] }
    const third = await buildDonor(server.db, pan)
    expect((await merge(survivor.id, merged.id, ['notes'])).body.data).toMatchObject({
      name: 'Asha Patil',
      otherNames: ['A. Patil'],
      phones: ['9876500001', '9876500002'],
      notes: 'new',
      address: 'A',
      version: 2,
    })
    expect(await donorOf(gift.id)).toBe(survivor.id)
    await merge(survivor.id, third.id, ['pan', 'name'])
    expect(await findDonor(server.db, survivor.id)).toMatchObject({
      name: third.name,
      otherNames: ['Asha Patil', 'A. Patil'],
      pan: 'MRGPE1234F',
      phones: ['9876500001', '9876500002', '9876500009'],
    })
    const row = await server.db.selectFrom('donations').selectAll().where('id', '=', gift.id).executeTakeFirstOrThrow()
    expect(row.receipt_number).toBe('R1')
    expect((await get(`/${merged.id}`)).mergedInto).toBe(survivor.id)
    const entries = await historyOf(server.db, survivor.id)
    expect(entries.map(({ action }) => action)).toEqual(['donor.merged', 'donor.merged'])
    expect(JSON.stringify(entries)).not.toContain('MRGPE')
    const details = { donorName: 'Asha Patil', mergedName: 'A. Patil', gifts: 1 }
    expect(await historyOf(server.db, merged.id)).toMatchObject([{ action: 'donor.merged', details }])
  })

  test('refuses a merge with itself, with an unknown donor, and with one merged meanwhile', async () => {
    const { survivor, merged } = await twoDonors()
    const other = await buildDonor(server.db)
    expect(await merge(survivor.id, survivor.id)).toMatchObject({
      status: 409,
      body: { message: 'A donor cannot be merged with itself. Choose another one.' },
    })
    expect((await merge(survivor.id, 'f'.repeat(24))).status).toBe(404)
    const [one, two] = await Promise.all([merge(survivor.id, merged.id), merge(other.id, merged.id)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const refused = one.status === 409 ? one : two
    expect(refused.body.message).toBe('A. Patil was merged into another donor meanwhile. Open that one.')
  })

  test('undoes a merge: gifts go back, fields that changed since stay', async () => {
    const { survivor, merged, gift } = await twoDonors()
    await merge(survivor.id, merged.id, ['notes', 'address'])
    const later = await buildDonation(server.db, { donor_id: survivor.id })
    await server.app.inject({
      method: 'PUT',
      url: `/api/donors/${survivor.id}`,
      headers: editor.bearer,
      payload: { notes: 'changed since', language: 'hi' },
    })
    const [{ _id, name, gifts }] = (await get(`/${survivor.id}`)).merges
    expect([name, gifts]).toEqual(['A. Patil', 1])
    expect((await post(`/merges/${_id}/undo`)).body.data).toMatchObject({
      otherNames: [],
      phones: ['9876500001'],
      notes: 'changed since',
      language: 'hi',
      address: 'A',
    })
    expect(await Promise.all([gift.id, later.id].map(donorOf))).toEqual([merged.id, survivor.id])
    expect(await get(`/${merged.id}`)).toMatchObject({ mergedInto: null, notes: 'new', name: 'A. Patil' })
    expect((await post(`/merges/${_id}/undo`)).status).toBe(404)
    const actions = (await historyOf(server.db, merged.id)).map(({ action }) => action)
    expect(actions).toEqual(['donor.merged', 'donor.merge-undone'])
  })

  test('a PAN that the survivor took goes back with the record', async () => {
    const [survivor, merged] = [await buildDonor(server.db), await buildDonor(server.db, { pan: 'BCKPE1234F' })]
    await merge(survivor.id, merged.id, ['pan'])
    const [{ _id }] = (await get(`/${survivor.id}`)).merges
    expect((await post(`/merges/${_id}/undo`)).body.data.pan).toBeNull()
    expect((await findDonor(server.db, merged.id))?.pan).toBe('BCKPE1234F')
  })

  test('undoes the newest merge of a donor first', async () => {
    const { survivor, merged } = await twoDonors()
    const nameless = await buildDonor(server.db, { name: '', address: 'C' })
    await merge(survivor.id, merged.id, ['address'])
    await merge(survivor.id, nameless.id, ['address'])
    const [second, first] = (await get(`/${survivor.id}`)).merges
    expect(await post(`/merges/${first._id}/undo`)).toMatchObject({
      status: 409,
      body: { message: 'A donor without a name was merged into this donor later. Undo that merge first.' },
    })
    for (const { _id } of [second, first]) expect((await post(`/merges/${_id}/undo`)).status).toBe(200)
    expect(await findDonor(server.db, survivor.id)).toMatchObject({ address: 'A', phones: survivor.phones })
  })

  test('does not give back a former PAN that another donor has by now', async () => {
    const [survivor, merged] = [
      await buildDonor(server.db, { pan: 'FRMPE1234F' }),
      await buildDonor(server.db, { pan: 'TKNPE1234F' }),
    ]
    await merge(survivor.id, merged.id, ['pan'])
    const [{ _id }] = (await get(`/${survivor.id}`)).merges
    const owner = await buildDonor(server.db, { name: '', pan: 'FRMPE1234F' })
    expect(await post(`/merges/${_id}/undo`)).toMatchObject({
      status: 409,
      body: { message: 'A donor without a name has this PAN. If they are the same, merge them.' },
    })
    expect((await findDonor(server.db, merged.id))?.mergedInto).toBe(survivor.id)
    await server.db.updateTable('donors').set({ pan: null }).where('id', '=', owner.id).execute()
    expect((await post(`/merges/${_id}/undo`)).body.data.pan).toBe('••••••234F')
    expect((await findDonor(server.db, survivor.id))?.pan).toBe('FRMPE1234F')
  })

  test('refuses a PAN that would not fit the kind, and keeps both as they are', async () => {
    const survivor = await buildDonor(server.db, { kind: 'person' })
    const merged = await buildDonor(server.db, { kind: 'company', pan: 'KNDCE1234F' })
    expect(await merge(survivor.id, merged.id, ['pan'])).toMatchObject({
      status: 400,
      body: { message: 'The fourth letter of this PAN is C; it must be P for a person.' },
    })
    expect((await findDonor(server.db, merged.id))?.mergedInto).toBeNull()
    expect((await merge(survivor.id, merged.id, ['pan', 'kind'])).status).toBe(200)
    // The kind goes back only with the PAN.
    const [{ _id }] = (await get(`/${survivor.id}`)).merges
    await server.db.updateTable('donors').set({ pan: 'NEWCE1234F' }).where('id', '=', survivor.id).execute()
    expect((await post(`/merges/${_id}/undo`)).body.data.kind).toBe('company')
  })

  test('does not undo while the survivor is merged itself, while another has the PAN, or after 30 days', async () => {
    const { survivor, merged } = await twoDonors()
    await server.db.updateTable('donors').set({ pan: 'LTRPE1234F' }).where('id', '=', merged.id).execute()
    await merge(survivor.id, merged.id)
    const [{ _id }] = (await get(`/${survivor.id}`)).merges
    const last = await buildDonor(server.db)
    await merge(last.id, survivor.id)
    expect((await post(`/merges/${_id}/undo`)).body.message).toMatch(/^Asha Patil was merged into another donor/)
    const [second] = (await get(`/${last.id}`)).merges
    await post(`/merges/${second._id}/undo`)
    const taker = await buildDonor(server.db, { name: 'Taker', pan: 'LTRPE1234F' })
    expect((await post(`/merges/${_id}/undo`)).body.message).toMatch(/^The donor Taker has this PAN/)
    expect((await findDonor(server.db, merged.id))?.mergedInto).toBe(survivor.id)
    await server.db.updateTable('donors').set({ pan: null }).where('id', '=', taker.id).execute()
    const long_ago = new Date(Date.now() - 31 * 24 * 3600_000).toISOString()
    await server.db.updateTable('donor_merges').set({ merged_at: long_ago }).where('id', '=', _id).execute()
    expect((await post(`/merges/${_id}/undo`)).status).toBe(404)
    expect((await get(`/${survivor.id}`)).merges).toEqual([])
  })

  test('the name of a gift is kept with the record, or gets a record of its own', async () => {
    const donor = await buildDonor(server.db, { name: 'Asha', phones: ['9876500011'] })
    const give = async (donor_name: string) => {
      const gift = await buildDonation(server.db, { donor_name, donor_phone: '9876500011', donor_email: null })
      return (await server.db.transaction().execute((transaction) => matchGift(transaction, gift))).donorId
    }
    await give('Ravi')
    await give('Asha Devi')
    const open = await openOnes(donor.id)
    expect(open.map(({ otherName }: { otherName: string }) => otherName)).toEqual(['Ravi', 'Asha Devi'])
    expect((await post(`/duplicates/${open[1]._id}/same`)).status).toBe(200)
    expect((await findDonor(server.db, donor.id))?.otherNames).toEqual(['Asha Devi'])
    expect((await post(`/duplicates/${open[0]._id}/dismiss`)).status).toBe(200)
    expect((await post(`/duplicates/${open[0]._id}/dismiss`)).status).toBe(404)
    const ravi = await give('Ravi')
    expect(ravi).not.toBe(donor.id)
    expect(await findDonor(server.db, ravi ?? '')).toMatchObject({ name: 'Ravi', phones: ['9876500011'] })
    expect((await historyOf(server.db, ravi ?? ''))[0]).toMatchObject({
      action: 'donor.added',
      details: { donorName: 'Ravi', gifts: 1, giftsOf: 'Asha', giftsOfId: donor.id },
    })
    expect((await historyOf(server.db, donor.id)).at(-1)?.details).toMatchObject({ otherName: 'Ravi', gifts: 1 })
    expect(await give('Asha')).toBe(donor.id)
    expect(await openOnes(donor.id)).toEqual([])
  })

  test('two records that are not the same are not proposed again; a merge carries open ones over', async () => {
    const contacts = { phones: ['9876500021'] }
    const [one, two] = [await buildDonor(server.db, contacts), await buildDonor(server.db)]
    const save = (id: string) =>
      server.app.inject({ method: 'PUT', url: `/api/donors/${id}`, headers: editor.bearer, payload: contacts })
    await save(two.id)
    const [pair] = await openOnes(one.id)
    expect(pair.reason).toBe('phone')
    expect((await post(`/duplicates/${pair._id}/same`)).status).toBe(404)
    const third = await buildDonor(server.db)
    await merge(third.id, two.id)
    const [carried] = await openOnes(third.id)
    expect([carried.donor._id, carried.other._id].sort()).toEqual([one.id, third.id].sort())
    await post(`/duplicates/${carried._id}/dismiss`)
    await save(third.id)
    expect(await openOnes(third.id)).toEqual([])
  })
})
