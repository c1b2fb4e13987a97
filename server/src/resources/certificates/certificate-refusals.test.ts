import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { CERTIFICATE_MAX_BYTES } from '@sevadesk/contract/donors/certificate.ts'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { certificateForm } from '../../testing/gifts/certificate-calls.ts'
import { type FormPart, formOf } from '../../testing/requests/forms.ts'
import { connectTo } from '../../testing/requests/raw-connection.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

const PDF = examplePdf([])
const WAIT = { timeout: 20_000 }
const END = Buffer.from('%%EOF\n')

anyDatabase((engine) => {
  const here = sharedTestApp({ engine })
  let path: string
  beforeAll(async () => {
    path = `/donors/${(await buildDonor(here.db)).id}/certificates`
    await here.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(expectNothingStored)

  async function expectNothingStored() {
    const certificates = await here.db.selectFrom('donor_certificates').select('id').execute()
    const pending = await here.db.selectFrom('pending_files').select('path').execute()
    expect([certificates, pending, await storedFiles(here.config.dataDir)]).toEqual([[], [], []])
  }

  async function send({ payload, headers }: ReturnType<typeof formOf>, language: Language = 'en') {
    const answer = await here.send('POST', path, payload, { headers, language })
    return { status: answer.statusCode, ...answer.json() }
  }
  async function removeAll() {
    for (const row of await here.db.deleteFrom('donor_certificates').returning('path').execute())
      await here.media.remove(row.path)
  }
  const fileOf = (bytes: Uint8Array): FormPart => ({ field: 'file', name: 'c.pdf', bytes, type: 'application/pdf' })
  const sendFile = (bytes: Uint8Array, language?: Language) =>
    send(formOf(['year', '2025-26'], fileOf(bytes)), language)
  const ofBytes = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length - END.length, ' '), END])

  test.each([
    ['a photo', () => sampleImage('jpeg'), 415, '“c.pdf” is not a PDF file. Please choose a PDF file.'],
    ['a late mark', async () => Buffer.concat([Buffer.alloc(1020), PDF]), 415, '“c.pdf” is not a PDF file.'],
    ['a few bytes', async () => Buffer.from('%PD'), 415, '“c.pdf” is not a PDF file.'],
    ['a cut-off PDF', async () => PDF.subarray(0, PDF.length - 10), 415, '“c.pdf” is damaged or incomplete.'],
    ['more after the end', async () => Buffer.concat([PDF, Buffer.alloc(1100)]), 415, '“c.pdf” is damaged'],
    ['nothing', async () => Buffer.alloc(0), 400, '“c.pdf” is empty.'],
    ['a byte too many', async () => ofBytes(CERTIFICATE_MAX_BYTES + 1), 413, 'A PDF file can be at most 10 MB.'],
  ])('refuses %s', async (_what, bytes, status, sentence) => {
    const answer = await sendFile(await bytes())
    expect(answer).toMatchObject({ status, message: expect.stringContaining(sentence) })
    expect((await sendFile(await bytes(), 'hi')).message).toMatch(/[\u0900-\u097f].*।$/)
  })

  test('accepts a file of exactly the limit, an encrypted one, and one with a mark in its first 1024 bytes', async () => {
    const encrypted = Buffer.from(PDF.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'), 'latin1')
    const late = Buffer.concat([Buffer.alloc(1019), PDF])
    for (const bytes of [ofBytes(CERTIFICATE_MAX_BYTES), encrypted, late]) {
      const { status, data } = await sendFile(bytes)
      expect([status, data.bytes]).toEqual([200, bytes.length])
    }
    await removeAll()
  })

  test('refuses a form without a file, with two, or with one in another field', async () => {
    const none = await send(formOf(['year', '2025-26']))
    expect(none).toMatchObject({ status: 400, fields: { file: 'Please choose a PDF file.' } })
    const two = await send(formOf(['year', '2025-26'], fileOf(PDF), fileOf(PDF)))
    expect(two).toMatchObject({ status: 413, message: 'Please choose one PDF file only.' })
    const other = await send(formOf(['year', '2025-26'], { field: 'image', name: 'c.pdf', bytes: PDF }))
    expect(other.message).toBe('“c.pdf” was sent in a field that does not accept a PDF file.')
  })

  test('refuses a year that does not exist, has not begun, or is before 2021-22', async () => {
    const current = financialYear(zonedDate(Date.now(), here.config.timeZone))
    const next = Number(current.slice(0, 4)) + 1
    const sentence = `Choose a financial year from 2021-22 to ${current}.`
    const notYet = financialYear(`${next}-04-01`)
    const shapes = ['NaN-NaN', '', '2025', '2025-2026', '२०२५-२६']
    for (const year of ['2025-27', '2025-25', '2025-24', '2020-21', '0000-01', notYet, ...shapes])
      expect(await send(certificateForm(year))).toMatchObject({
        status: 400,
        message: sentence,
        fields: { year: sentence },
      })
    const missing = await send(formOf(fileOf(PDF)))
    expect(missing).toMatchObject({ status: 400, fields: { year: 'Financial year is required.' } })
    const hindi = await send(certificateForm('2025-27'), 'hi')
    expect(hindi.fields.year).toMatch(/वित्तीय वर्ष चुनें।$/)
  })

  test('refuses a number of more than 25 characters', async () => {
    const number = 'The number of a certificate has at most 25 characters.'
    for (const length of [26, 100_000])
      expect(await send(certificateForm('2025-26', 'a'.repeat(length)))).toMatchObject({
        status: 400,
        fields: { number },
      })
  })

  test('refuses a wrong year or number before the file, and one that follows the file too', async () => {
    const noPdf = fileOf(Buffer.from('no PDF'))
    const fieldsOf = async (...parts: Parameters<typeof formOf>) => Object.keys((await send(formOf(...parts))).fields)
    const long = 'a'.repeat(26)
    expect(await fieldsOf(['year', '2020-21'], noPdf)).toEqual(['year'])
    expect(await fieldsOf(['number', long], ['year', '2025-26'], noPdf)).toEqual(['number'])
    expect(await fieldsOf(['number', 'N1'], fileOf(PDF), ['year', '2020-21'])).toEqual(['year'])
    expect(await fieldsOf(['year', '2025-26'], fileOf(PDF), ['number', long])).toEqual(['number'])
  })

  test('ignores fields that a form does not have', async () => {
    const { id: other } = await buildDonor(here.db)
    const own = { _id: 'b'.repeat(24), donor_id: other, path: '/media/sent.jpg', bytes: '1', addedBy: 'sent' }
    const form = formOf(['year', '2025-26'], ...Object.entries(own), fileOf(PDF))
    expect((await send(form)).data).toMatchObject({ bytes: PDF.length, addedBy: here.staff.admin.username })
    const row = await here.db.selectFrom('donor_certificates').selectAll().executeTakeFirstOrThrow()
    expect(path).toContain(row.donor_id)
    expect(JSON.stringify(row)).not.toMatch(/sent|b{24}/)
    await removeAll()
  })

  test('leaves nothing of an upload whose connection ends', async () => {
    const { payload, headers } = certificateForm('2025-26', '', ofBytes(500_000))
    const socket = connectTo(here)
    socket.on('error', () => undefined)
    socket.write(
      `POST /api${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${here.staff.bearer.authorization}\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, 300_000))
    await vi.waitFor(async () => expect(await storedFiles(here.config.dataDir)).toHaveLength(1), WAIT)
    socket.destroy()
    await vi.waitFor(expectNothingStored, WAIT)
  })
})
