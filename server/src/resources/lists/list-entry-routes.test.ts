import { beforeEach, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

const SITE = 'https://www.example.org'
const FODDER = { nameEn: 'Fodder', nameHi: 'चारा' }

anyDatabase((engine) => {
  const server = suiteServer({ engine, env: { SITE_ORIGINS: SITE } })
  const chief = suiteSession(server, 'superadmin')
  beforeEach(async () => {
    for (const table of ['donations', 'purpose_mappings', 'purposes', 'institutions'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const send = (method: 'POST' | 'PUT', path: string, payload: object, headers: Record<string, string> = {}) =>
    chief.call(method, `/lists/${path}`, payload, headers)
  const add = async (path: string, payload: object) => (await send('POST', path, payload)).json().data
  const read = async (session = chief) => (await session.get('/lists')).json().data
  const choices = async () => (await server.get('/donate/choices')).json().data

  test('adds entries at the end, with tidy names, and records who did it', async () => {
    const school = await add('institutions', { nameEn: ' The\n School ', nameHi: 'विद्यालय' })
    const fees = { nameEn: 'School fees', nameHi: 'फ़ीस', institutionId: school._id, donationType: 'specific' }
    await add('purposes', FODDER)
    const purpose = await add('purposes', fees)
    expect(await read()).toEqual({
      institutions: [{ ...school, nameEn: 'The School', isRetired: false, version: 1, donations: 0 }],
      purposes: [
        expect.objectContaining({ ...FODDER, institutionId: null, donationType: 'general', donations: 0 }),
        { ...purpose, ...fees, isRetired: false, version: 1, donations: 0 },
      ],
    })
    expect(await historyOf(server.db, purpose._id)).toMatchObject([
      { action: 'purpose.added', actorId: chief.admin.id, after: { nameEn: 'School fees', institution: 'The School' } },
    ])
  })

  test('shows the lists to everyone signed in, and use to superadmins alone', async () => {
    const { id: purpose_id, institution_id } = await buildPurpose(server.db, {
      institution_id: (await buildInstitution(server.db)).id,
    })
    await buildDonation(server.db, { purpose_id, institution_id })
    await buildDonation(server.db, { purpose_id, institution_id, deleted_at: '2026-01-01T00:00:00.000Z' })
    expect(await read()).toMatchObject({ purposes: [{ donations: 1 }], institutions: [{ donations: 1 }] })
    const { purposes, institutions } = await read(await server.signIn([]))
    for (const entry of [...purposes, ...institutions]) expect(entry).not.toHaveProperty('donations')
  })

  describe.each(['purposes', 'institutions'] as const)('%s', (list) => {
    test.each([
      ['no name', { nameEn: ' ', nameHi: '' }, ['nameEn', 'nameHi']],
      ['invisible names', { nameEn: '\u200b', nameHi: '\u2060' }, ['nameEn', 'nameHi']],
      ['accents alone', { nameEn: '\u0301', nameHi: 'चारा' }, ['nameEn']],
      ['one language', { nameEn: 'Fodder', nameHi: '' }, ['nameHi']],
      ['a missing field', { nameHi: 'चारा' }, ['nameEn']],
      ['101 characters', { nameEn: 'x'.repeat(101), nameHi: 'चारा' }, ['nameEn']],
      ['a number', { nameEn: 5, nameHi: 'चारा' }, ['nameEn']],
      ['a list', { nameEn: ['Fodder'], nameHi: 'चारा' }, ['nameEn']],
    ])('refuses %s with a sentence at each field', async (_what, payload, fields) => {
      const answer = await send('POST', list, payload)
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, fields])
      expect((await read())[list]).toEqual([])
    })

    test('accepts 100 characters, and the same name in both languages', async () => {
      const name = '😀'.repeat(100)
      expect(await add(list, { nameEn: name, nameHi: name })).toMatchObject({ nameEn: name, nameHi: name })
    })

    test.each([
      ['the same name', { nameEn: 'FODDER ', nameHi: 'घास' }, 'nameEn'],
      ['the name of the other language', { nameEn: 'चारा', nameHi: 'घास' }, 'nameEn'],
      ['a name that differs by an accent', { nameEn: 'Grass', nameHi: 'Fóddér' }, 'nameHi'],
    ])('refuses %s as another entry', async (_what, names, field) => {
      const { _id } = await add(list, FODDER)
      const refused = await send('POST', list, names)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'taken'])
      expect(refused.json().fields).toEqual({ [field]: 'The entry “Fodder” already has this name.' })
      expect((await send('PUT', `${list}/${_id}`, { nameEn: 'fodder', nameHi: 'Fodder' })).statusCode).toBe(200)
      await send('PUT', `${list}/${_id}`, { isRetired: true })
      expect((await send('POST', list, { nameEn: 'Fodder', nameHi: 'Fodder' })).json().fields.nameEn).toMatch(/retired/)
    })

    test('adds one of several entries with the same name that arrive at once', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => send('POST', list, FODDER)))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
      expect((await read())[list]).toHaveLength(1)
    })

    test('adds once for an idempotency key', async () => {
      const headers = { 'idempotency-key': `${list === 'purposes' ? 'ab' : 'cd'}`.repeat(16) }
      const answers = await Promise.all([1, 2].map(() => send('POST', list, FODDER, headers)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(answers[0]?.json()).toEqual(answers[1]?.json())
    })

    test('refuses a save that began from an older version', async () => {
      const { _id } = await add(list, FODDER)
      const save = (nameEn: string) => send('PUT', `${list}/${_id}`, { nameEn }, { 'if-match': '"1"' })
      const saves = await Promise.all(['Grass', 'Hay', 'Straw'].map(save))
      const refused = saves.filter(({ statusCode }) => statusCode === 412)
      expect(refused).toHaveLength(2)
      const [current] = (await read())[list]
      expect(current).toMatchObject({ version: 2, nameHi: 'चारा' })
      expect(refused[0]?.json()).toMatchObject({ code: 'version_conflict', current: { nameEn: current.nameEn } })
    })

    test('retires an entry and brings it back; the public site offers it in between no more', async () => {
      const { _id } = await add(list, FODDER)
      const offered = { _id, ...FODDER }
      expect((await choices())[list]).toEqual([offered])
      await send('PUT', `${list}/${_id}`, { isRetired: true })
      expect((await choices())[list]).toEqual([])
      expect((await read())[list]).toMatchObject([{ _id, isRetired: true }])
      // A double click, or two superadmins: the second changes nothing.
      const again = await send('PUT', `${list}/${_id}`, { isRetired: true })
      expect([again.statusCode, again.json().data.version]).toEqual([200, 2])
      await send('PUT', `${list}/${_id}`, { isRetired: false })
      expect((await choices())[list]).toEqual([offered])
      const kind = list.slice(0, -1)
      const actions = (await historyOf(server.db, _id)).map(({ action }) => action)
      expect(actions).toEqual([`${kind}.added`, `${kind}.retired`, `${kind}.restored`])
    })

    test('saves the order, which is not a change of any entry', async () => {
      const ids: string[] = []
      for (const name of ['One', 'Two', 'Three']) ids.push((await add(list, { nameEn: name, nameHi: name }))._id)
      const [one, two, three] = ids
      const order = async () => (await read())[list].map(({ _id }: { _id: string }) => _id)
      expect((await send('PUT', `${list}/order`, { ids: [three, one, two] })).statusCode).toBe(200)
      expect(await order()).toEqual([three, one, two])
      expect((await read())[list]).toMatchObject([{ version: 1 }, { version: 1 }, { version: 1 }])
      for (const wrong of [[one, two], [one, one, two], [one, two, 'x'], [one, two, three, 'x'], []]) {
        const refused = await send('PUT', `${list}/order`, { ids: wrong })
        expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
      }
      expect((await send('PUT', `${list}/order`, { ids: 'x' })).statusCode).toBe(400)
      expect(await order()).toEqual([three, one, two])
    })

    test('refuses an entry that does not exist', async () => {
      for (const id of ['x', 'a'.repeat(24), encodeURIComponent('\u0000')])
        expect((await send('PUT', `${list}/${id}`, FODDER)).statusCode).toBe(404)
    })
  })

  test('refuses an institution that does not exist, at its field', async () => {
    for (const institutionId of ['x', 'a'.repeat(24), '\u0000']) {
      const refused = await send('POST', 'purposes', { ...FODDER, institutionId })
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['institutionId']])
    }
    expect((await send('POST', 'purposes', { ...FODDER, donationType: 'tithe' })).json().fields).toHaveProperty(
      'donationType',
    )
    const { _id, institutionId } = await add('purposes', { ...FODDER, institutionId: '' })
    expect(institutionId).toBeNull()
    const { id } = await buildInstitution(server.db)
    await send('PUT', `purposes/${_id}`, { institutionId: id })
    expect((await send('PUT', `purposes/${_id}`, { nameEn: 'Hay' })).json().data.institutionId).toBe(id)
    expect((await send('PUT', `purposes/${_id}`, { institutionId: null })).json().data.institutionId).toBeNull()
  })

  test('refuses a retired institution, except for a purpose that has it already', async () => {
    const { id } = await buildInstitution(server.db, { retired_at: '2026-01-01T00:00:00.000Z' })
    const sentence = 'This institution is retired. Choose another, or bring it back first.'
    const refused = await send('POST', 'purposes', { ...FODDER, institutionId: id })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { institutionId: sentence }])
    const other = await buildPurpose(server.db)
    expect((await send('PUT', `purposes/${other.id}`, { institutionId: id })).statusCode).toBe(400)
    const old = await buildPurpose(server.db, { institution_id: id })
    expect((await send('PUT', `purposes/${old.id}`, { nameEn: 'Hay', institutionId: id })).statusCode).toBe(200)
  })

  test('lets pages of the public site read the choices, and caches them briefly', async () => {
    await add('purposes', FODDER)
    const answer = await server.get('/donate/choices', { origin: SITE })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'cache-control': 'public, max-age=60',
    })
    const foreign = await server.get('/donate/choices', { origin: 'https://other.example' })
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('reports open forms to superadmins alone', async () => {
    const payload = { kind: 'purpose', id: 'a'.repeat(24), formId: 'b'.repeat(32), isOpen: true }
    expect((await chief.post('/editing', payload)).statusCode).toBe(200)
    expect((await (await server.signIn(['All'])).post('/editing', payload)).statusCode).toBe(403)
  })
})
