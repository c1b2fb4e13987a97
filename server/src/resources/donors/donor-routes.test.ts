import { beforeAll, expect, test } from 'vitest'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type CallOptions, sharedTestApp } from '../../testing/shared-app.ts'
import type { TestSession } from '../../testing/test-app.ts'
import { insertDuplicates, nameDuplicate } from './donor-merge-store.ts'

const here = sharedTestApp()
let reader: TestSession
beforeAll(async () => {
  reader = await here.signIn(['UserInformation'])
})

async function call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, options?: CallOptions) {
  const answer = await here.send(method, `/donors${path}`, payload, options)
  return { status: answer.statusCode, body: answer.json() }
}
const add = (payload: object, options?: CallOptions) => call('POST', '', payload, options)
const read = (path: string, by = here.staff) => call('GET', path, undefined, { by })
const save = (id: string, payload: object, version?: number) =>
  call('PUT', `/${id}`, payload, version === undefined ? {} : { version })

const ASHA = {
  kind: 'person',
  name: 'Asha Patil',
  otherNames: ['आशा पाटिल'],
  phones: ['98765 11111'],
  emails: ['asha@example.org'],
  address: 'Gandhi Marg\nMathura',
  pinCode: '281001',
  pan: 'ashpe1234f',
  otherIdType: 'passport',
  otherId: 'M1234567',
  citizenship: 'indian',
  language: 'hi',
  notes: 'Calls in the evening',
  consent: 'given',
  consentSource: 'paper form',
}

test('adds a donor, shows its PAN masked, and to others than Donations no address', async () => {
  const { body } = await add({ ...ASHA, pan: 'ashpe 1234f' })
  expect(body.data).toMatchObject({
    ...ASHA,
    phones: ['+919876511111'],
    pan: '••••••234F',
    otherId: '••••4567',
    consentAt: expect.any(String),
    source: 'panel',
    isMasked: false,
    version: 1,
  })
  const hidden = await read(`/${body.data._id}`, reader)
  const contacts = { address: null, pinCode: null, notes: null }
  expect(hidden.body.data).toMatchObject({ name: 'Asha Patil', pan: '••••••234F', ...contacts, isMasked: true })
})

test.each([
  ['KNDHE1234F', 'unknown', 'family'],
  ['KNDLE1234F', 'unknown', 'unknown'],
  ['KNDAE1234F', undefined, 'trust'],
])('the PAN %s of a new donor with the kind %s makes the kind %s', async (pan, kind, expected) => {
  expect((await add({ name: 'Asha', pan, kind })).body.data.kind).toBe(expected)
})

test('shows a PAN in full, with a row in the history', async () => {
  const member = { id: 'a'.repeat(24), name: 'Asha', pan: 'MEMPE1234F', share: 10_000 }
  const ravi = { name: 'Ravi', pan: 'RAVPE1234F', otherId: 'M7654321', members: [member] }
  const { id } = await buildDonor(here.db, ravi)
  const { body } = await call('POST', `/${id}/numbers`)
  expect(body.data).toEqual({ pan: 'RAVPE1234F', otherId: 'M7654321', memberPans: { [member.id]: 'MEMPE1234F' } })
  expect((await call('POST', `/${id}/numbers`, undefined, { by: reader })).status).toBe(403)
  const entries = await historyOf(here.db, id)
  expect(entries).toMatchObject([{ action: 'donor.pan-shown', username: here.staff.admin.username }])
  expect(JSON.stringify(entries)).not.toMatch(/RAVPE|M7654321/)
})

test.each([
  [{ pan: 'ABCHE1234F' }, 'pan', 'The fourth letter of this PAN is H; it must be P for a person.'],
  [{ name: 'محمد علی' }, 'name', 'Receipts cannot print م ح د ع ل ی'],
  [{ address: '12 ᱥᱟᱱᱛᱟᱲᱤ' }, 'address', 'Write it in Latin or Hindi letters'],
  [{ pan: 'ABCPE123' }, 'pan', 'A PAN has five letters'],
  [{ phones: ['929876543210'] }, 'phones', '929876543210 is an unlikely phone number. Check its digits.'],
  [{ phones: ['98765432100'] }, 'phones', '98765432100 is an unlikely phone number.'],
  [{ phones: ['0000000000'] }, 'phones', '0000000000 is an unlikely phone number.'],
  [{ name: '\u3164\u2800' }, 'name', 'Name is required.'],
  [{ phones: ['12'] }, 'phones', '12 is not a phone number.'],
  [{ emails: ['asha'] }, 'emails', 'asha is not an e-mail address.'],
  [{ pinCode: '081001' }, 'pinCode', 'A PIN code has six digits and does not begin with 0.'],
  [{ name: ' \u200b ' }, 'name', 'Name is required.'],
  [{ name: '' }, 'name', 'Name'],
  [{ otherId: 'M1', otherIdType: null }, 'otherIdType', 'Choose which document the number is of.'],
  [{ members: [{ name: 'Asha', share: 10_000 }] }, 'members', 'A joint donor has at least two persons.'],
  [{ members: [5000, 4999].map((share) => ({ name: 'Asha', share })) }, 'members', 'The shares must add up to 100 %.'],
  [{ kind: 'firm' }, 'kind', 'is not one of the accepted values.'],
  [{ name: 'x'.repeat(201) }, 'name', 'at most 200 characters'],
  [{ phones: 5 }, 'phones', 'has the wrong format'],
])('refuses %j with a sentence at its field', async (fields, field, sentence) => {
  const count = async () => (await here.db.selectFrom('donors').select('id').execute()).length
  const before = await count()
  const { status, body } = await add({ kind: 'person', name: 'Asha', ...fields })
  expect([status, body.fields?.[field]]).toEqual([400, expect.stringContaining(sentence)])
  expect(await count()).toBe(before)
})

test('keeps omitted fields and hidden numbers, and refuses a save from an older version', async () => {
  const { body } = await add({ ...ASHA, pan: 'EDTPE1234F', phones: ['9876522222'], emails: [] })
  const { _id, version } = body.data
  expect((await save(_id, { notes: 'Moved' }, version)).body.data).toMatchObject({
    name: 'Asha Patil',
    pan: '••••••234F',
    otherId: '••••4567',
    notes: 'Moved',
    version: 2,
  })
  const refused = await save(_id, { name: 'Other' }, version)
  expect([refused.status, refused.body.current.notes]).toEqual([412, 'Moved'])
  expect((await save(_id, { pan: '' }, 2)).body.data.pan).toBeNull()
  expect((await save('f'.repeat(24), {})).status).toBe(404)
})

test('accepts a PAN with an unknown fourth letter, and folds full-width letters of names', async () => {
  const { body } = await add({ name: 'Ａｓｈａ', otherNames: ['Ａｓｈａ Ｒａｏ', 'محمد'], pan: 'UNKDE1234F' })
  expect(body.data).toMatchObject({ name: 'Asha', otherNames: ['Asha Rao', 'محمد'], pan: '••••••234F' })
})

test('an old name that receipts cannot print stays, until it is changed', async () => {
  const { id } = await buildDonor(here.db, { name: 'محمد' })
  expect((await save(id, { name: 'محمد', notes: 'Moved' })).status).toBe(200)
  expect((await save(id, { name: 'علی' })).status).toBe(400)
  expect((await save(id, { name: 'Mohammad', otherNames: ['محمد'] })).status).toBe(200)
})

test('a kind that does not fit the PAN is refused at the kind', async () => {
  const { id } = await buildDonor(here.db, { pan: 'KNDPE1234F' })
  const { body } = await save(id, { kind: 'company' })
  expect(body.fields.kind).toBe('The fourth letter of this PAN is P; it must be C, F or E for a company.')
})

test('refuses the PAN of another donor by name, who then is a likely duplicate', async () => {
  const owner = await buildDonor(here.db, { name: 'Meera', pan: 'DUPPE1234F' })
  expect((await add({ name: 'Mira', pan: 'DUPPE1234F' })).body).toMatchObject({
    code: 'pan_taken',
    fields: { pan: 'The donor Meera has this PAN. If they are the same, merge them.' },
  })
  const { id } = await buildDonor(here.db, { name: 'Mira' })
  expect((await save(id, { pan: 'DUPPE1234F' })).status).toBe(409)
  const { body } = await read('/duplicates?page=1&limit=100')
  const pair = body.data.find(({ reason }: { reason: string }) => reason === 'pan')
  expect([pair.donor._id, pair.other._id].sort()).toEqual([owner.id, id].sort())
})

test('a joint donor has members whose shares add up', async () => {
  const members = [
    { name: 'Asha', pan: 'MBAPE1234F', share: 3333 },
    { name: 'Ravi', share: 6667 },
  ]
  const { body } = await add({ name: 'Asha and Ravi', members })
  expect(body.data.members).toMatchObject([
    { name: 'Asha', pan: '••••••234F', share: 3333 },
    { name: 'Ravi', pan: null, share: 6667 },
  ])
  const kept = body.data.members.map(({ _id, name }: { _id: string; name: string }) => ({ _id, name, share: 5000 }))
  const saved = await save(body.data._id, { members: kept })
  expect(saved.body.data.members[0].pan).toBe('••••••234F')
})

test('the history names a change of a hidden number whose last characters stay the same, masked', async () => {
  const members = [
    { id: '', name: 'Asha', pan: 'MBAPE1234F', share: 5000 },
    { id: '', name: 'Ravi', pan: 'MBBPE1234F', share: 5000 },
  ]
  const { id } = await buildDonor(here.db, { otherIdType: 'passport', otherId: 'A1234567', members })
  const [asha, ravi] = (await read(`/${id}`)).body.data.members
  const changed = [
    { ...asha, pan: 'MBCPE1234F' },
    { ...ravi, pan: '' },
  ]
  const { body } = await save(id, { otherId: 'B1234567', members: changed })
  expect(body.data.members.map(({ pan }: { pan: string | null }) => pan)).toEqual(['••••••234F', null])
  const [entry] = await historyOf(here.db, id)
  expect(entry).toMatchObject({
    before: { otherId: '••••4567', members: [{ pan: '••••••234F' }, { pan: '••••••234F' }] },
    after: { otherId: '••••4567', members: [{ name: 'Asha', share: 5000, pan: '••••••234F' }, { pan: null }] },
  })
  expect(JSON.stringify(entry)).not.toMatch(/MB.PE|[AB]1234567/)
})

test('changes a field of a record whose other fields a gift gave', async () => {
  const odd = { name: '', kind: 'unknown' as const, phones: ['447911123456'], emails: ['x@y'] }
  const { id } = await buildDonor(here.db, odd)
  const { status, body } = await save(id, { notes: 'Calls back' })
  expect([status, body.data]).toMatchObject([200, { ...odd, notes: 'Calls back' }])
})

test('counts likely duplicates up to a thousand', async () => {
  const { id } = await buildDonor(here.db)
  const names = Array.from({ length: 1001 }, (_, at) => nameDuplicate(id, `Other ${at}`))
  await insertDuplicates(here.db, names)
  expect((await read('/duplicates?page=1&limit=10', reader)).body).toMatchObject({ total: 1000, isCapped: true })
  await here.db.deleteFrom('donor_duplicates').where('donor_id', '=', id).execute()
})

test('adds one donor for a repeated key', async () => {
  const ids = [1, 2].map(async () => (await add({ name: 'Once' }, { key: 'b'.repeat(32) })).body.data._id)
  expect(new Set(await Promise.all(ids)).size).toBe(1)
})

test('sums by financial year in the zone of the trust, and pages the gifts', async () => {
  const { id: donor_id } = await buildDonor(here.db)
  const gift = (captured_at: string, amount: number, more = {}) =>
    buildDonation(here.db, { donor_id, amount, captured_at, created_at: captured_at, ...more })
  await gift('2026-03-31T18:29:59.999Z', 100) // 31 March 23:59:59 in India
  await gift('2026-03-31T18:30:00.000Z', 20_000) // 1 April 00:00
  await gift('2026-06-01T00:00:00.000Z', 300, { status: 'authorized' })
  await gift('2026-06-02T00:00:00.000Z', 999, { status: 'failed' })
  await gift('2026-06-03T00:00:00.000Z', 999, { deleted_at: '2026-06-04T00:00:00.000Z' })
  const { body } = await read(`/${donor_id}`)
  expect(body.data.years).toEqual([
    { year: '2026-27', count: 2, amount: 20_300 },
    { year: '2025-26', count: 1, amount: 100 },
  ])
  const page = await read(`/${donor_id}/gifts?page=2&limit=3`, reader)
  expect(page.body).toMatchObject({ total: 4, page: 2, data: [{ amount: 100 }] })
  expect(page.body.data[0].razorpay).toBeUndefined()
})

test('searches PANs only for callers with Donations', async () => {
  await buildDonor(here.db, { name: 'Zubin', pan: 'ZUBPE9876K' })
  const find = async (by: TestSession) => (await read('?search=9876k', by)).body.data
  expect(await find(here.staff)).toMatchObject([{ name: 'Zubin', pan: '••••••876K' }])
  expect(await find(reader)).toEqual([])
})

test('keeps an old unlikely phone number until it changes', async () => {
  const { id } = await buildDonor(here.db, { name: 'Ravi', phones: ['......123456'] })
  expect((await save(id, { phones: ['......123456', '98765 22222'] })).status).toBe(200)
  expect((await save(id, { phones: ['0000000000'] })).status).toBe(400)
})
