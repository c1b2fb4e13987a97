import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { historyOf } from '../../testing/history.ts'
import { type CallHeaders, suiteServer, suiteSession, testApp } from '../../testing/test-app.ts'
import { issueReceipt } from '../receipts/receipt-service.ts'
import { printedNumbers } from './settings-store.ts'
import { importTrustFile } from './trust-source-service.ts'

const PAN = 'AAATS1234F'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
const dataUrl = (type: string, bytes: string | Buffer) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const CONTENT = {
  name: { en: 'Seva Trust', hi: 'सेवा न्यास' },
  pan: PAN,
  receipts: { language: 'en' },
  wordings: [{ from: '2026-04-01', title: 'Old title' }],
}

eachDatabase((engine) => {
  const here = suiteServer({ engine })
  const chief = suiteSession(here, 'superadmin')

  const get = async (path = '') => (await chief.get(`/settings${path}`)).json()
  const save = async (content: object, headers: CallHeaders = {}) => {
    const answer = await chief.put('/settings', { content }, headers)
    return { status: answer.statusCode, ...answer.json() }
  }
  const issue = async (capturedAt = '2026-06-01T06:00:00.000Z', created_at = capturedAt) => {
    const { id } = await buildDonation(here.db, { created_at })
    const number = await here.db
      .transaction()
      .execute((transaction) => issueReceipt(transaction, here, { donationId: id, capturedAt: new Date(capturedAt) }))
    const { settings } = await here.db
      .selectFrom('receipts')
      .innerJoin('receipt_settings', 'receipt_settings.hash', 'receipts.settings_hash')
      .select('receipt_settings.settings')
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow()
    return { number, settings: JSON.parse(settings) }
  }

  beforeEach(async () => {
    const { status } = await save(CONTENT)
    expect(status).toBe(200)
  })

  test('a save is in force at once, and keeps each version with who saved it', async () => {
    const before = (await get()).data
    const { data } = await save(
      { ...CONTENT, phone: ' 0565 244 0000 ', email: null },
      { 'if-match': `"${before.version}"` },
    )
    expect(data).toMatchObject({ version: before.version + 1, savedBy: chief.admin.username })
    const after = (await get()).data
    expect(after.content).toEqual({ ...CONTENT, phone: '0565 244 0000' })
    expect(after.versions.slice(0, 2)).toMatchObject([{ version: data.version }, { version: before.version }])
    expect((await get(`/versions/${before.version}`)).data.content).toEqual(CONTENT)
    const name = (await here.app.inject('/config.json')).json().trustName
    expect(name).toBe('Seva Trust')
    await save({ ...CONTENT, name: 'Another' })
    const renamed = (await here.app.inject('/config.json')).json()
    expect(renamed).toMatchObject({ trustName: 'Another' })
    expect(renamed).not.toHaveProperty('trustNames')
    await save({ ...CONTENT, name: { en: 'Another', hi: 'दूसरा ट्रस्ट' } })
    const trustNames = { en: 'Another', hi: 'दूसरा ट्रस्ट' }
    expect((await here.app.inject('/config.json')).json()).toMatchObject({ trustNames })
  })

  test.each(['0', '999', 'x', '1.5', '99999999999'])('finds no version %s', async (version) => {
    expect(await get(`/versions/${version}`)).toMatchObject({ success: false, code: 'not_found' })
  })

  test('refuses a save that began from another version, with the settings as they are', async () => {
    const { version } = (await get()).data
    const refused = await save({ ...CONTENT, name: 'Mine' }, { 'if-match': `"${version - 1}"` })
    expect(refused).toMatchObject({ status: 412, code: 'version_conflict', current: { version, content: CONTENT } })
    expect((await get()).data.version).toBe(version)
  })

  test('of two saves at once, one is refused', async () => {
    const { version } = (await get()).data
    const saves = ['One', 'Two'].map((name) => save({ ...CONTENT, name }, { 'if-match': `"${version}"` }))
    expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 412])
    expect((await get()).data.version).toBe(version + 1)
  })

  test('the history says who changed which fields, without pictures and the whole PAN', async () => {
    const signatory = { name: 'Meera', picture: dataUrl('svg+xml', SVG) }
    const [{ from, title } = { from: '', title: '' }] = CONTENT.wordings
    // Another order of the keys is no change.
    await save({ signatory, ...CONTENT, wordings: [{ title, from }], pan: 'ABCPE1234K' })
    const rows = await historyOf(here.db)
    expect(rows.at(-1)).toMatchObject({
      action: 'settings.changed',
      before: { pan: '••••••234F', signatory: null },
      after: { pan: '••••••234K', signatory: { name: 'Meera' }, signatoryPicture: expect.stringMatching(/^.{22}$/) },
    })
    expect(Object.keys(rows.at(-1)?.after ?? {}).sort()).toEqual(['pan', 'signatory', 'signatoryPicture'])
    expect(JSON.stringify(rows)).not.toMatch(/ABCPE|base64|PHN2Zy/)
  })

  test('a wording of a later day leaves receipts of earlier days as they are', async () => {
    const wordings = [{ from: '2026-07-01', title: 'New title' }, ...CONTENT.wordings]
    const before = await issue()
    await save({ ...CONTENT, wordings })
    expect((await issue()).settings).toEqual(before.settings)
    expect((await issue('2026-07-01T06:00:00.000Z')).settings.wording.title).toBe('New title')
    // A payment begun before and captured on that day has the wording of its capture.
    const late = await issue('2026-07-01T06:00:00.000Z', '2026-06-30T06:00:00.000Z')
    expect(late.settings.wording.title).toBe('New title')
  })

  /** Entries from days a year apart. */
  const yearly = (count: number) => Array.from({ length: count }, (_, n) => ({ from: `${2100 - n}-04-01` }))

  test('keeps wordings and rules of a hundred days', async () => {
    const content = { ...CONTENT, wordings: yearly(100), rules: yearly(100) }
    expect((await save(content)).data.content).toEqual(content)
  })

  // Which values are refused is tested with readContent.
  test.each<[string, object, Record<string, RegExp>]>([
    ['a PAN that is none, and no name', { name: '', pan: 'AAATS12345' }, { name: /one line/, pan: /like AAATS1234F/ }],
    [
      'all that is wrong at once',
      {
        ...{ name: '', pan: 'x', phone: '', email: '', website: '', registration: '' },
        receipts: { language: 'ta', number: 'x', digits: 0, linkDays: 0 },
        wordings: ['2026-04-01', '2020-01-01', '2026-04-01', '2020-01-01'].map((from) => ({ from })),
      },
      Object.fromEntries(
        [
          ...['name', 'pan', 'phone', 'email', 'website', 'registration'],
          ...['receipts.language', 'receipts.number', 'receipts.digits', 'receipts.linkDays'],
          ...['wordings[2].from', 'wordings[3].from'],
        ].map((field) => [field, /\.$/]),
      ),
    ],
    ['content per language', { en: CONTENT, hi: CONTENT }, { name: /^This is required/, en: /known/, hi: /known/ }],
    [
      'more wordings and rules than a hundred',
      { ...CONTENT, wordings: yearly(101), rules: yearly(20_000) },
      { wordings: /^At most 100 can be kept here/, rules: /^At most 100 can be kept here/ },
    ],
    [
      'damaged pictures',
      {
        ...CONTENT,
        logo: dataUrl('png', '\x89PNG\r\n\x1a\nhalf'),
        signatory: { name: 'x', picture: dataUrl('png', 'none') },
      },
      { logo: /^Choose|^This picture/, 'signatory.picture': /^Choose/ },
    ],
  ])('refuses %s at its field, and saves nothing', async (_what, content, fields) => {
    const { version } = (await get()).data
    const refused = await save(content)
    expect(refused).toMatchObject({ status: 400, message: 'Some fields of the settings need a correction.' })
    expect(Object.keys(refused.fields).sort()).toEqual(Object.keys(fields).sort())
    for (const [field, sentence] of Object.entries(fields)) expect(refused.fields[field]).toMatch(sentence)
    expect((await get()).data.version).toBe(version)
  })

  test('stops after a hundred sentences', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field-${n}`, { hi: 'x' }]))
    expect(Object.keys((await save({ ...CONTENT, ...unknown })).fields).length).toBeLessThanOrEqual(200)
  })

  test('refuses a picture with too many pixels before it is decoded', async () => {
    const png = await sampleImage('png')
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    const { fields } = await save({ ...CONTENT, logo: dataUrl('png', png) })
    expect(fields).toEqual({ logo: 'This picture has more than 25 megapixels. Choose a smaller one.' })
  })

  test('says each sentence in Hindi too', async () => {
    const { fields } = await save({ ...CONTENT, pan: 'x', wordings: [{ from: 'x' }] }, { 'accept-language': 'hi' })
    for (const sentence of Object.values(fields)) expect(sentence).toMatch(/[\u0900-\u097f]/)
    expect(Object.keys(fields)).toEqual(['pan', 'wordings[0].from'])
  })

  test('exports a file that a new server reads, with its pictures', async () => {
    await save({ ...CONTENT, logo: dataUrl('svg+xml', SVG), rules: [{ from: '2026-04-01', retentionYears: 6 }] })
    const answer = await chief.get('/settings/export')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="trust.json"')
    const file = join(here.config.dataDir, 'exported.json')
    await writeFile(file, answer.rawPayload)
    const next = await testApp({ engine })
    await importTrustFile({ ...next.config, trustFile: file }, next.db)
    const { data } = (await (await next.signIn('superadmin')).get('/settings')).json()
    await next.close()
    expect(data).toMatchObject({ version: 1, savedBy: null })
    expect(data.content).toEqual((await get()).data.content)
  })

  /** Saves settings whose receipts have this format. */
  const saveFormat = (number: string, digits: number) =>
    save({ name: 'Seva Trust', receipts: { language: 'en', number, digits } })
  const issueIn = async (transaction: Db, donationId: string, day: string) =>
    issueReceipt(transaction, here, { donationId, capturedAt: new Date(`${day}T06:00:00.000Z`) })
  /** Waits until `sent` waits for a lock, or has ended. */
  const untilBlocked = async (sent: Promise<unknown>) => {
    let hasEnded = false
    void sent.finally(() => {
      hasEnded = true
    })
    const waiting = sql`select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted`
    await expect.poll(async () => hasEnded || (await waiting.execute(here.db)).rows.length > 0).toBe(true)
  }

  test('refuses a number format that could repeat a printed number, also after a third format', async () => {
    await saveFormat('SD/{year}/1{number}', 2)
    const { id } = await buildDonation(here.db)
    const number = await here.db.transaction().execute((transaction) => issueIn(transaction, id, '2031-06-01'))
    expect(number).toBe('SD/2031-32/101')
    await saveFormat('T/{year}/{number}', 2)
    const refused = await saveFormat('SD/{year}/{number}', 3)
    expect(refused.status).toBe(400)
    expect(refused.fields['receipts.number']).toMatch(/^A later receipt would repeat the number SD\/2031-32\/101,/)
    expect((await saveFormat('SD/{year}/{number}', 4)).status).toBe(200)
  })

  if (engine === 'PostgreSQL')
    test('waits for the first receipt of a year before it compares numbers', async () => {
      await saveFormat('F/{year}/1{number}', 2)
      const { id } = await buildDonation(here.db)
      const { saving } = await here.db.transaction().execute(async (transaction) => {
        expect(await issueIn(transaction, id, '2041-06-01')).toBe('F/2041-42/101')
        const sent = saveFormat('F/{year}/{number}', 3)
        await untilBlocked(sent)
        return { saving: sent }
      })
      expect(await saving).toMatchObject({
        status: 400,
        fields: { 'receipts.number': expect.stringContaining('F/2041-42/101') },
      })
    })

  test('reads the printed numbers of a range in pages, with a turn of the event loop after each', async () => {
    await saveFormat('P/{year}/{number}', 1)
    for (let n = 0; n < 6; n += 1) {
      const { id } = await buildDonation(here.db)
      await here.db.transaction().execute((transaction) => issueIn(transaction, id, '2051-06-01'))
    }
    const range = { from: new Map([['2051-52', 1]]), to: new Map([['2051-52', 5]]) }
    const pages: string[][] = []
    let turns = 0
    for await (const page of printedNumbers(here.db, { ...range, pageSize: 3 })) {
      setImmediate(() => {
        turns += 1
      })
      pages.push(page)
    }
    expect(pages).toEqual([['P/2051-52/2', 'P/2051-52/3', 'P/2051-52/4'], ['P/2051-52/5']])
    expect(turns).toBe(2)
  })
})
