import { Readable } from 'node:stream'
import { zonedDateTime } from '@sevadesk/contract/base/zoned-time.ts'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { beforeAll, expect, test } from 'vitest'
import { surveyDisk } from '../../media/disk-survey.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { certificateForm } from '../../testing/gifts/certificate-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { type CallOptions, sharedTestApp } from '../../testing/shared-app.ts'
import { isClean } from '../media-files/media-check-report.ts'
import { checkMedia } from '../media-files/media-check-service.ts'

const RULES = [
  { from: '2022-04-01', certificate: { en: 'Form 10BE', hi: 'फ़ॉर्म 10BE' } },
  { from: '2026-04-01', certificate: { en: 'Form 114', hi: 'फ़ॉर्म 114' } },
]
const PDF = examplePdf(['Asha'])

anyDatabase((engine) => {
  const here = sharedTestApp({ engine })
  beforeAll(async () => {
    const content = { name: 'Seva', rules: RULES }
    const saved = await here.send('PUT', '/settings', { content }, { by: await here.signIn('superadmin') })
    expect(saved.statusCode).toBe(200)
  })

  const call = async (...sent: Parameters<typeof here.send>) => {
    const answer = await here.send(...sent)
    return { status: answer.statusCode, ...answer.json() }
  }
  const file = (id: string, method: 'GET' | 'HEAD' = 'GET') => here.send(method, `/donors/certificates/${id}`)
  const remove = (id: string) => call('DELETE', `/donors/certificates/${id}`)
  const restore = (id: string) => call('POST', `/trash/certificate/${id}/restore`, {})
  const list = async (donorId: string, options?: CallOptions) =>
    (await here.read(`/donors/${donorId}/certificates`, options)).data
  const numbersOf = async (donorId: string): Promise<string[]> =>
    (await list(donorId)).map(({ number }: { number: string }) => number)
  const add = (donorId: string, { payload, headers }: ReturnType<typeof certificateForm>, key?: string) =>
    call('POST', `/donors/${donorId}/certificates`, payload, { headers, ...(key !== undefined && { key }) })
  const addNumber = (donorId: string, number: string) => add(donorId, certificateForm('2025-26', number))
  const merge = (survivor: string, mergedId: string) =>
    call('POST', `/donors/${survivor}/merge`, { mergedId, take: [] })
  const undoNewest = async (survivor: string) => {
    const { merges } = (await here.read(`/donors/${survivor}`)).data
    return (await call('POST', `/donors/merges/${merges[0]._id}/undo`)).status
  }
  const actionsOf = async (donorId: string) => (await historyOf(here.db, donorId)).map(({ action }) => action)

  test('keeps a certificate, lists it under its name of that year, and returns the file unchanged', async () => {
    const { id } = await buildDonor(here.db, { name: 'आशा "पाटिल"' })
    const { data, status } = await add(id, certificateForm('2025-26', ' aaats1234f/25 ', PDF))
    const expected = {
      ...{ _id: expect.stringMatching(/^[0-9a-f]{24}$/), createdAt: expect.any(String) },
      ...{ year: '2025-26', name: 'Form 10BE', number: 'AAATS1234F/25', bytes: PDF.length },
      addedBy: here.staff.admin.username,
    }
    expect([status, data]).toEqual([200, expected])
    expect(await list(id)).toEqual([data])
    expect(await list(id, { language: 'hi' })).toMatchObject([{ name: 'फ़ॉर्म 10BE' }])
    const sent = await file(data._id)
    expect([sent.statusCode, sent.rawPayload.equals(PDF)]).toEqual([200, true])
    expect(sent.headers).toMatchObject({
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
    await file(data._id)
    // It would be recorded as a download.
    expect((await file(data._id, 'HEAD')).statusCode).toBe(404)
    expect((await remove(data._id)).message).toBe('The certificate has been deleted.')
    const ids = { certificateId: data._id, donorId: donor.id }
    const details = { donorName: 'आशा', year: '2025-26', number: 'X1', ...ids }
    const entry = (action: string) => expect.objectContaining({ action, actorId: here.staff.admin.id, details })
    expect(await historyOf(here.db, donor.id)).toEqual([
      entry('certificate.added'),
      entry('certificate.downloaded'),
      entry('certificate.deleted'),
    ])
    expect((await here.read(`/history?kind=donor&record=${donor.id}`)).data).toHaveLength(3)
    expect([(await file(data._id)).statusCode, (await remove(data._id)).status]).toEqual([404, 404])
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
    const send = () => add(id, certificateForm('2025-26', 'K1'), 'c'.repeat(32))
    const answers = [...(await Promise.all([send(), send()])), await send()]
    expect(new Set(answers.map(({ status, data }) => `${status} ${data._id}`)).size).toBe(1)
    expect(await list(id)).toHaveLength(1)
  })

  test('refuses a second certificate of the year with the same number, but not without a number', async () => {
    const { id } = await buildDonor(here.db)
    await addNumber(id, 'N1')
    const message = 'This donor already has certificate N1 for 2025-26.'
    const refusal = { status: 409, message, fields: { number: message } }
    for (const same of ['n1', '\u2066N\u00ad1\u200b\ufeff']) expect(await addNumber(id, same)).toMatchObject(refusal)
    const invisible = await addNumber(id, ' \u200b\u200d\u2060 ')
    expect([invisible.status, invisible.data.number]).toEqual([200, ''])
    const others = [certificateForm('2024-25', 'N1'), certificateForm('2025-26', 'N2')]
    for (const form of [...others, certificateForm('2025-26', ' '), certificateForm('2025-26', '')])
      expect((await add(id, form)).status).toBe(200)
    expect(await list(id)).toHaveLength(6)
  })

  test('knows a number that an earlier version stored with its dashes', async () => {
    const { id } = await buildDonor(here.db)
    const { data } = await addNumber(id, 'A-1')
    await here.db.updateTable('donor_certificates').set({ number: 'A–१' }).where('id', '=', data._id).execute()
    expect((await addNumber(id, 'A–1')).status).toBe(409)
    expect((await addNumber(id, 'A-2')).status).toBe(200)
  })

  async function threeDonors() {
    const ids: string[] = []
    for (const name of ['Asha', 'A. Patil', 'Asha Patil']) ids.push((await buildDonor(here.db, { name })).id)
    const [a = '', b = '', c = ''] = ids
    const [{ data }] = [await addNumber(a, 'A'), await addNumber(b, 'B'), await addNumber(c, 'C')]
    return { a, b, c, idOfA: data._id as string }
  }

  test('a donor has the certificates of all records merged into it, until the merges are undone', async () => {
    const { a, b, c } = await threeDonors()
    await merge(b, a)
    await merge(c, b)
    expect([await numbersOf(c), await numbersOf(b), await numbersOf(a)]).toEqual([['C', 'B', 'A'], ['B', 'A'], ['A']])
    expect((await addNumber(c, 'A')).fields.number).toContain('already has certificate')
    expect(await undoNewest(c)).toBe(200)
    expect([await numbersOf(c), await numbersOf(b)]).toEqual([['C'], ['B', 'A']])
    expect(await undoNewest(b)).toBe(200)
    expect([await numbersOf(b), await numbersOf(a)]).toEqual([['B'], ['A']])
  })

  test('refuses a certificate whose donor is merged before or while its file is received', async () => {
    const { a, b, c } = await threeDonors()
    const files = await storedFiles(here.config.dataDir)
    const { payload, headers } = certificateForm('2025-26', 'X', Buffer.concat([examplePdf([]), Buffer.alloc(100_000)]))
    async function* body() {
      yield payload.subarray(0, 50_000)
      await expect.poll(() => storedFiles(here.config.dataDir)).toHaveLength(files.length + 1)
      await merge(b, a)
      yield Buffer.concat([payload.subarray(50_000, -500), Buffer.from('%%EOF'), payload.subarray(-500)])
    }
    const send = async (content: Readable | Buffer) =>
      (await here.send('POST', `/donors/${a}/certificates`, content, { headers })).json()
    const refusal = { code: 'conflict', message: 'Asha was merged into another donor meanwhile. Open that one.' }
    expect(await send(Readable.from(body()))).toMatchObject(refusal)
    // The file is damaged, but not looked at.
    expect(await send(payload)).toMatchObject(refusal)
    expect(await storedFiles(here.config.dataDir)).toEqual(files)
    expect([await numbersOf(b), await numbersOf(c)]).toEqual([['B', 'A'], ['C']])
  })

  test('refuses a certificate for a merged record, and records a deletion with the survivor', async () => {
    const { a, b, c, idOfA } = await threeDonors()
    await merge(b, a)
    await merge(c, b)
    for (const [donorId, name] of [
      [a, 'Asha'],
      [b, 'A. Patil'],
    ] as const)
      expect(await addNumber(donorId, 'X')).toMatchObject({
        status: 409,
        message: `${name} was merged into another donor meanwhile. Open that one.`,
      })
    expect((await remove(idOfA)).status).toBe(200)
    expect((await here.read('/trash?kind=certificate')).data[0].label).toBe('Asha Patil – 2025-26 – A')
    expect((await historyOf(here.db, c)).at(-1)).toMatchObject({
      action: 'certificate.deleted',
      details: { donorName: 'Asha Patil', number: 'A', certificateId: idOfA, donorId: a },
    })
    await restore(idOfA)
  })

  test('a download through the survivor stays in its history after an undo, and names the record', async () => {
    const { a, b, idOfA } = await threeDonors()
    await merge(b, a)
    expect((await file(idOfA)).statusCode).toBe(200)
    await undoNewest(b)
    const downloads = async (id: string) =>
      (await historyOf(here.db, id)).filter(({ action }) => action === 'certificate.downloaded')
    expect(await downloads(b)).toMatchObject([{ details: { certificateId: idOfA, donorId: a } }])
    expect(await downloads(a)).toEqual([])
  })

  test('a certificate does not come back beside one of the same number, also of a merged record', async () => {
    const { a, b, idOfA } = await threeDonors()
    const sentence = 'This donor already has certificate A for 2025-26.'
    await remove(idOfA)
    await addNumber(b, 'A')
    await merge(b, a)
    const refusal = { status: 409, code: 'taken', message: sentence }
    expect(await restore(idOfA)).toMatchObject(refusal)
    const items = [{ kind: 'certificate', _id: idOfA }]
    const [outcome] = (await call('POST', '/trash/restore', { items })).data
    expect(outcome).toMatchObject({ isDone: false, code: 'taken', message: sentence })
    expect(await numbersOf(b)).toEqual(['A', 'B'])

    await undoNewest(b)
    expect((await restore(idOfA)).status).toBe(200)
    expect(await numbersOf(a)).toEqual(['A'])
    // What the donors have already is no obstacle to a merge.
    await merge(b, a)
    expect(await numbersOf(b)).toEqual(['A', 'B', 'A'])
  })

  test('certificates without a number come back beside each other', async () => {
    const { id } = await buildDonor(here.db, { name: '' })
    const { data } = await addNumber(id, '')
    await remove(data._id)
    const added = zonedDateTime(data.createdAt, here.config.timeZone).slice(0, 16)
    expect((await here.read('/trash?kind=certificate')).data[0].label).toBe(`2025-26 – ${added}`)
    await addNumber(id, '')
    expect((await restore(data._id)).status).toBe(200)
    expect(await numbersOf(id)).toEqual(['', ''])
  })

  test('a deleted certificate comes back to the survivor of a merge meanwhile, or goes with its file', async () => {
    const { a, b, idOfA } = await threeDonors()
    await remove(idOfA)
    await merge(b, a)
    expect(await numbersOf(b)).toEqual(['B'])
    expect((await restore(idOfA)).status).toBe(200)
    expect(await numbersOf(b)).toEqual(['B', 'A'])
    const details = { donorName: 'A. Patil', year: '2025-26', number: 'A', certificateId: idOfA, donorId: a }
    expect((await historyOf(here.db, b)).at(-1)).toMatchObject({ action: 'certificate.restored', details })

    await remove(idOfA)
    const findings = await checkMedia(here.db, { ...here.media, survey: () => surveyDisk(here.config.dataDir) })
    expect([isClean(findings), findings.rows]).toEqual([true, findings.files.length])
    const before = await storedFiles(here.config.dataDir)
    const items = [{ kind: 'certificate', _id: idOfA }]
    expect((await call('POST', '/trash/delete', { items })).data).toMatchObject([{ isDone: true }])
    expect(await storedFiles(here.config.dataDir)).toHaveLength(before.length - 1)
    expect((await historyOf(here.db, b)).at(-1)).toMatchObject({ action: 'certificate.erased', details })
  })

  test('returns 404 without a donor or certificate, and when the file is missing', async () => {
    for (const id of ['nobody', 'a'.repeat(24), '%00']) {
      expect((await call('GET', `/donors/${id}/certificates`)).status).toBe(404)
      expect([(await add(id, certificateForm())).status, (await remove(id)).status]).toEqual([404, 404])
      expect((await file(id)).statusCode).toBe(404)
    }
    const { id } = await buildDonor(here.db)
    const { data } = await add(id, certificateForm())
    const row = await here.db.selectFrom('donor_certificates').selectAll().where('id', '=', data._id).execute()
    await here.media.remove(row[0]?.path ?? '')
    const message = 'The file of this certificate is missing on the server.'
    expect(await call('GET', `/donors/certificates/${data._id}`)).toMatchObject({ status: 404, message })
    expect(await actionsOf(id)).toEqual(['certificate.added'])
  })
})
