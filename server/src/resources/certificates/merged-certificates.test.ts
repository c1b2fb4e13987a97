import { Readable } from 'node:stream'
import { zonedDateTime } from '@sevadesk/contract/base/zoned-time.ts'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { surveyDisk } from '../../media/disk-survey.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { certificateForm } from '../../testing/gifts/certificate-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'
import { isClean } from '../media-files/media-check-report.ts'
import { checkMedia } from '../media-files/media-check-service.ts'

anyDatabase((engine) => {
  let here: TestApp
  let staff: TestSession
  beforeAll(async () => {
    here = await testApp({ engine })
    staff = await here.signIn(['Donations'])
  })
  afterAll(() => here.close())

  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const answer = await here.app.inject({
      method,
      url: `/api${path}`,
      headers: staff.bearer,
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  const add = async (donorId: string, number: string) => {
    const { payload, headers } = certificateForm('2025-26', number)
    const url = `/api/donors/${donorId}/certificates`
    const answer = await here.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...staff.bearer } })
    return { status: answer.statusCode, ...answer.json() }
  }
  const numbersOf = async (donorId: string): Promise<string[]> =>
    (await call('GET', `/donors/${donorId}/certificates`)).data.map(({ number }: { number: string }) => number)
  const merge = (survivor: string, mergedId: string) =>
    call('POST', `/donors/${survivor}/merge`, { mergedId, take: [] })
  const undoNewest = async (survivor: string) => {
    const { merges } = (await call('GET', `/donors/${survivor}`)).data
    return (await call('POST', `/donors/merges/${merges[0]._id}/undo`)).status
  }

  async function threeDonors() {
    const [a, b, c] = [
      await buildDonor(here.db, { name: 'Asha' }),
      await buildDonor(here.db, { name: 'A. Patil' }),
      await buildDonor(here.db, { name: 'Asha Patil' }),
    ]
    const added = { a: await add(a.id, 'A'), b: await add(b.id, 'B'), c: await add(c.id, 'C') }
    return { a: a.id, b: b.id, c: c.id, idOfA: added.a.data._id as string }
  }

  test('a donor has the certificates of all records merged into it, until the merges are undone', async () => {
    const { a, b, c } = await threeDonors()
    await merge(b, a)
    await merge(c, b)
    expect([await numbersOf(c), await numbersOf(b), await numbersOf(a)]).toEqual([['C', 'B', 'A'], ['B', 'A'], ['A']])
    expect((await add(c, 'A')).fields.number).toContain('already has certificate')
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
    const send = async (content: Readable | Buffer) => {
      const url = `/api/donors/${a}/certificates`
      const options = { payload: content, headers: { ...headers, ...staff.bearer } }
      return (await here.app.inject({ method: 'POST', url, ...options })).json()
    }
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
      expect(await add(donorId, 'X')).toMatchObject({
        status: 409,
        message: `${name} was merged into another donor meanwhile. Open that one.`,
      })
    expect((await call('DELETE', `/donors/certificates/${idOfA}`)).status).toBe(200)
    expect((await call('GET', '/trash?kind=certificate')).data).toMatchObject([{ label: 'Asha Patil – 2025-26 – A' }])
    expect((await historyOf(here.db, c)).at(-1)).toMatchObject({
      action: 'certificate.deleted',
      details: { donorName: 'Asha Patil', number: 'A', certificateId: idOfA, donorId: a },
    })
    await call('POST', `/trash/certificate/${idOfA}/restore`, {})
  })

  test('a download through the survivor stays in its history after an undo, and names the record', async () => {
    const { a, b, idOfA } = await threeDonors()
    await merge(b, a)
    const headers = staff.bearer
    expect((await here.app.inject({ url: `/api/donors/certificates/${idOfA}`, headers })).statusCode).toBe(200)
    await undoNewest(b)
    const downloads = async (id: string) =>
      (await historyOf(here.db, id)).filter(({ action }) => action === 'certificate.downloaded')
    expect(await downloads(b)).toMatchObject([{ details: { certificateId: idOfA, donorId: a } }])
    expect(await downloads(a)).toEqual([])
  })

  test('a certificate does not come back beside one of the same number, also of a merged record', async () => {
    const { a, b, idOfA } = await threeDonors()
    const sentence = 'This donor already has certificate A for 2025-26.'
    await call('DELETE', `/donors/certificates/${idOfA}`)
    await add(b, 'A')
    await merge(b, a)
    const refusal = { status: 409, code: 'taken', message: sentence }
    expect(await call('POST', `/trash/certificate/${idOfA}/restore`, {})).toMatchObject(refusal)
    const items = [{ kind: 'certificate', _id: idOfA }]
    const [outcome] = (await call('POST', '/trash/restore', { items })).data
    expect(outcome).toMatchObject({ isDone: false, code: 'taken', message: sentence })
    expect(await numbersOf(b)).toEqual(['A', 'B'])

    await undoNewest(b)
    expect((await call('POST', `/trash/certificate/${idOfA}/restore`, {})).status).toBe(200)
    expect(await numbersOf(a)).toEqual(['A'])
    // What the donors have already is no obstacle to a merge.
    await merge(b, a)
    expect(await numbersOf(b)).toEqual(['A', 'B', 'A'])
  })

  test('certificates without a number come back beside each other', async () => {
    const { id } = await buildDonor(here.db, { name: '' })
    const { data } = await add(id, '')
    await call('DELETE', `/donors/certificates/${data._id}`)
    const added = zonedDateTime(data.createdAt, here.config.timeZone).slice(0, 16)
    expect((await call('GET', '/trash?kind=certificate')).data[0].label).toBe(`2025-26 – ${added}`)
    await add(id, '')
    expect((await call('POST', `/trash/certificate/${data._id}/restore`, {})).status).toBe(200)
    expect(await numbersOf(id)).toEqual(['', ''])
  })

  test('a deleted certificate comes back to the survivor of a merge meanwhile, or goes with its file', async () => {
    const { a, b, idOfA } = await threeDonors()
    await call('DELETE', `/donors/certificates/${idOfA}`)
    await merge(b, a)
    expect(await numbersOf(b)).toEqual(['B'])
    expect((await call('POST', `/trash/certificate/${idOfA}/restore`, {})).status).toBe(200)
    expect(await numbersOf(b)).toEqual(['B', 'A'])
    const details = { donorName: 'A. Patil', year: '2025-26', number: 'A', certificateId: idOfA, donorId: a }
    expect((await historyOf(here.db, b)).at(-1)).toMatchObject({ action: 'certificate.restored', details })

    await call('DELETE', `/donors/certificates/${idOfA}`)
    const findings = await checkMedia(here.db, { ...here.media, survey: () => surveyDisk(here.config.dataDir) })
    expect([isClean(findings), findings.rows]).toEqual([true, findings.files.length])
    const before = await storedFiles(here.config.dataDir)
    const items = [{ kind: 'certificate', _id: idOfA }]
    expect((await call('POST', '/trash/delete', { items })).data).toMatchObject([{ isDone: true }])
    expect(await storedFiles(here.config.dataDir)).toHaveLength(before.length - 1)
    expect((await historyOf(here.db, b)).at(-1)).toMatchObject({ action: 'certificate.erased', details })
  })
})
