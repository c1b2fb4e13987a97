import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { certificateForm } from '../../testing/gifts/certificate-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

const RULES = [
  { from: '2022-04-01', certificate: { en: 'Form 10BE', hi: 'फ़ॉर्म 10BE' } },
  { from: '2026-04-01', certificate: { en: 'Form 114', hi: 'फ़ॉर्म 114' } },
]
const PDF = examplePdf(['Asha'])

anyDatabase((engine) => {
  let here: TestApp
  let staff: TestSession
  beforeAll(async () => {
    here = await testApp({ engine })
    staff = await here.signIn(['Donations'])
    const { bearer: headers } = await here.signIn('superadmin')
    const payload = { content: { name: 'Seva', rules: RULES } }
    expect((await here.app.inject({ method: 'PUT', url: '/api/settings', headers, payload })).statusCode).toBe(200)
  })
  afterAll(() => here.close())

  const inject = (method: 'GET' | 'HEAD' | 'DELETE', path: string, headers: Record<string, string> = {}) =>
    here.app.inject({ method, url: `/api/donors${path}`, headers: { ...staff.bearer, ...headers } })
  const list = async (donorId: string, headers = {}) =>
    (await inject('GET', `/${donorId}/certificates`, headers)).json().data
  const add = async (donorId: string, form: ReturnType<typeof certificateForm>, headers = {}) => {
    const url = `/api/donors/${donorId}/certificates`
    const all = { ...form.headers, ...staff.bearer, ...headers }
    const answer = await here.app.inject({ method: 'POST', url, payload: form.payload, headers: all })
    return { status: answer.statusCode, ...answer.json() }
  }

  test('keeps a certificate, lists it under its name of that year, and returns the file unchanged', async () => {
    const { id } = await buildDonor(here.db, { name: 'आशा "पाटिल"' })
    const { data, status } = await add(id, certificateForm('2025-26', ' aaats1234f/25 ', PDF))
    expect([status, data]).toEqual([
      200,
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        year: '2025-26',
        name: 'Form 10BE',
        number: 'AAATS1234F/25',
        bytes: PDF.length,
        addedBy: staff.admin.username,
        createdAt: expect.any(String),
      },
    ])
    expect(await list(id)).toEqual([data])
    expect(await list(id, { 'accept-language': 'hi' })).toMatchObject([{ name: 'फ़ॉर्म 10BE' }])
    const file = await inject('GET', `/certificates/${data._id}`)
    expect([file.statusCode, file.rawPayload.equals(PDF)]).toEqual([200, true])
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="certificate-2025-26-AAATS1234F-25.pdf"; ' +
        `filename*=UTF-8''${encodeURIComponent('certificate-2025-26-AAATS1234F-25-आशा-पाटिल.pdf')}`,
      'content-length': String(PDF.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  test('lists the newest year first, in a year the last added first', async () => {
    const { id } = await buildDonor(here.db)
    for (const [year, number] of [
      ['2024-25', 'A'],
      ['2026-27', 'B'],
      ['2024-25', 'C'],
      ['2021-22', 'D'],
    ] as const)
      await add(id, certificateForm(year, number))
    const listed = (await list(id)).map(({ year, number, name }: Record<string, unknown>) => [year, number, name])
    expect(listed).toEqual([
      ['2026-27', 'B', 'Form 114'],
      ['2024-25', 'C', 'Form 10BE'],
      ['2024-25', 'A', 'Form 10BE'],
      ['2021-22', 'D', null],
    ])
  })

  test('records who added, downloaded and deleted one in the history of the donor', async () => {
    const donor = await buildDonor(here.db, { name: 'आशा' })
    const { data } = await add(donor.id, certificateForm('2025-26', 'X1'))
    await inject('GET', `/certificates/${data._id}`)
    // It would be recorded as a download.
    expect((await inject('HEAD', `/certificates/${data._id}`)).statusCode).toBe(404)
    expect((await inject('DELETE', `/certificates/${data._id}`)).json().message).toBe(
      'The certificate has been deleted.',
    )
    const ids = { certificateId: data._id, donorId: donor.id }
    const details = { donorName: 'आशा', year: '2025-26', number: 'X1', ...ids }
    const entry = (action: string) => expect.objectContaining({ action, actorId: staff.admin.id, details })
    expect(await historyOf(here.db, donor.id)).toEqual([
      entry('certificate.added'),
      entry('certificate.downloaded'),
      entry('certificate.deleted'),
    ])
    const shown = await here.app.inject({
      url: `/api/history?kind=donor&record=${donor.id}`,
      headers: staff.bearer,
    })
    expect(shown.json().data).toHaveLength(3)
    for (const method of ['GET', 'DELETE'] as const)
      expect((await inject(method, `/certificates/${data._id}`)).statusCode).toBe(404)
    expect(await list(donor.id)).toEqual([])
  })

  test('serves the file at no public address, whoever asks', async () => {
    const { id } = await buildDonor(here.db)
    const { data } = await add(id, certificateForm())
    const { path } = await here.db
      .selectFrom('donor_certificates')
      .select('path')
      .where('id', '=', data._id)
      .executeTakeFirstOrThrow()
    expect(await here.media.exists(path)).toBe(true)
    const chief = await here.signIn('superadmin')
    for (const headers of [{}, chief.bearer, chief.cookie])
      for (const method of ['GET', 'HEAD'] as const)
        for (const url of [path, `${path}?download`, path.replace('.pdf', '%2Epdf'), path.replace('.pdf', '-400.webp')])
          expect((await here.app.inject({ method, url, headers })).statusCode).toBe(404)
  })

  test('keeps one certificate for a form that is sent twice with its key, also at once', async () => {
    const { id } = await buildDonor(here.db)
    const send = () => add(id, certificateForm('2025-26', 'K1'), { 'idempotency-key': 'c'.repeat(32) })
    const answers = [...(await Promise.all([send(), send()])), await send()]
    expect(new Set(answers.map(({ status, data }) => `${status} ${data._id}`)).size).toBe(1)
    expect(await list(id)).toHaveLength(1)
  })

  test('refuses a second certificate of the year with the same number, but not without a number', async () => {
    const { id } = await buildDonor(here.db)
    await add(id, certificateForm('2025-26', 'N1'))
    const message = 'This donor already has certificate N1 for 2025-26.'
    expect(await add(id, certificateForm('2025-26', 'n1'))).toMatchObject({
      status: 409,
      message,
      fields: { number: message },
    })
    expect((await add(id, certificateForm('2025-26', '\u2066N\u00ad1\u200b\ufeff'))).fields).toEqual({
      number: message,
    })
    const invisible = await add(id, certificateForm('2025-26', ' \u200b\u200d\u2060 '))
    expect([invisible.status, invisible.data.number]).toEqual([200, ''])
    const others = [certificateForm('2024-25', 'N1'), certificateForm('2025-26', 'N2')]
    for (const form of [...others, certificateForm('2025-26', ' '), certificateForm('2025-26', '')])
      expect((await add(id, form)).status).toBe(200)
    expect(await list(id)).toHaveLength(6)
  })

  test('returns 404 without a donor or certificate, and when the file is missing', async () => {
    for (const id of ['nobody', 'a'.repeat(24), '%00']) {
      expect((await inject('GET', `/${id}/certificates`)).statusCode).toBe(404)
      expect((await add(id, certificateForm())).status).toBe(404)
      expect((await inject('GET', `/certificates/${id}`)).statusCode).toBe(404)
      expect((await inject('DELETE', `/certificates/${id}`)).statusCode).toBe(404)
    }
    const { id } = await buildDonor(here.db)
    const { data } = await add(id, certificateForm())
    const row = await here.db.selectFrom('donor_certificates').selectAll().where('id', '=', data._id).execute()
    await here.media.remove(row[0]?.path ?? '')
    const answer = await inject('GET', `/certificates/${data._id}`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      404,
      'The file of this certificate is missing on the server.',
    ])
    expect((await historyOf(here.db, id)).map(({ action }) => action)).toEqual(['certificate.added'])
  })
})
