import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { GALLERY_SECTIONS } from '@sevadesk/contract/accounts/section.ts'
import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { isEmpty } from '@sevadesk/server/db/emptiness.ts'
import { parseWidths } from '@sevadesk/server/db/picture-fields.ts'
import { createFirstAdmin } from '@sevadesk/server/resources/accounts/account-recovery-service.ts'
import { sweepPendingFiles } from '@sevadesk/server/resources/media-files/pending-file-service.ts'
import { eachDatabase } from '@sevadesk/server/testing/databases.ts'
import { readPdf } from '@sevadesk/server/testing/files/drawn-pdf.ts'
import { storedFiles } from '@sevadesk/server/testing/files/stored-files.ts'
import { type TestApp, testApp } from '@sevadesk/server/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from './demo.ts'
import { SAMPLE_ADMINS } from './sample-admins.ts'

const PASSWORD = 'Sample#2026'

eachDatabase((engine) => {
  let here: TestApp
  beforeAll(async () => {
    here = await testApp({ engine, env: { ADMIN_PASSWORD: PASSWORD } })
    await createFirstAdmin({ ...here, recorder: here.history.server })
    await fillDemo({ ...here, log: here.app.log })
    // Without jobs no smaller versions are made: there would be hundreds, and no test reads them.
    await here.jobs.stop()
  }, 180_000)
  afterAll(() => here.close())

  test.each(GALLERY_SECTIONS)('serves photos of $name, newest first', async ({ name }) => {
    const { data } = (await here.app.inject({ url: `/api/galleryphoto/${name}` })).json()
    expect(data.length).toBeGreaterThanOrEqual(5)
    const times = data.map((photo: { createdAt: string }) => photo.createdAt)
    expect(times).toEqual([...times].sort().reverse())
    for (const { imageUrl } of data) {
      const image = await here.app.inject({ url: imageUrl })
      expect(image.statusCode).toBe(200)
      expect(image.headers['content-type']).toMatch(/^image\/(jpeg|webp)$/)
    }
  })

  test('has purposes, retired ones too, that most donations name, and texts that are left to map', async () => {
    const { bearer } = await here.signIn('superadmin')
    const read = async (url: string) =>
      (await here.app.inject({ url: `/api/lists${url}`, headers: bearer })).json().data
    const { purposes, institutions } = await read('')
    expect(purposes.map(({ isRetired }: { isRetired: boolean }) => isRetired)).toEqual(
      expect.arrayContaining([true, false]),
    )
    expect(institutions.filter(({ donations }: { donations: number }) => donations > 10).length).toBeGreaterThan(3)
    expect((await read('/purposes/texts')).length).toBeGreaterThan(2)
    expect((await read('/purposes/texts?state=mapped')).length).toBeGreaterThan(1)
  })

  test('serves videos with their content type', async () => {
    const rows = await here.db.selectFrom('home_videos').select('path').execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const { path } of rows) {
      const answer = await here.app.inject({ url: path })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'video/mp4'])
    }
  })

  test('has a file for every row and a row for every file', async () => {
    await sweepPendingFiles({ db: here.db, media: here.media, log: here.app.log })
    const photos = await here.db.selectFrom('photos').select('path').execute()
    const events = await here.db.selectFrom('events').select('image_path as path').execute()
    const videos = await here.db.selectFrom('home_videos').select('path').execute()
    const posters = await here.db.selectFrom('home_videos').select('poster_path as path').execute()
    const certificates = await here.db.selectFrom('donor_certificates').select('path').execute()
    const named = [...photos, ...events, ...videos, ...posters, ...certificates].map(({ path }) => String(path))
    const pictures = await here.db.selectFrom('pictures').select(['path', 'widths']).execute()
    expect(pictures.map(({ path }) => path).sort()).toEqual(
      [...photos, ...events, ...posters].map(({ path }) => path).sort(),
    )
    const smaller = pictures.flatMap(({ path, widths }) =>
      parseWidths(widths).flatMap((width) => PICTURE_FORMATS.map((format) => variantPath(path, width, format))),
    )
    expect(await storedFiles(here.config.dataDir)).toEqual([...named, ...smaller].sort())
    expect(await here.db.selectFrom('pending_files').select('path').execute()).toEqual([])
  })

  test("has admins who sign in with the first account's password", async () => {
    for (const { username, sections } of SAMPLE_ADMINS) {
      const payload = { username, password: PASSWORD }
      const signedIn = await here.app.inject({ method: 'POST', url: '/api/admin/login', payload })
      expect(signedIn.statusCode).toBe(200)
      const headers = { authorization: `Bearer ${signedIn.json().token}` }
      const me = (await here.app.inject({ url: '/api/admin/me', headers })).json()
      expect(me.sections).toEqual(sections)
      expect(me.mustChangePassword).toBeUndefined()
    }
  })

  test('has a receipt for each captured donation, numbered in the order of capture', async () => {
    const { db } = here
    const paid = await db
      .selectFrom('donations')
      .leftJoin('receipts', 'receipts.donation_id', 'donations.id')
      .select(['status', 'updated_at', 'series', 'number', 'receipt_token', 'receipt_number'])
      .orderBy('updated_at')
      .execute()
    const given = paid.filter(({ receipt_number }) => receipt_number !== null)
    expect(given.length).toBeGreaterThan(300)
    expect(paid.filter(({ receipt_token }) => receipt_token !== null)).toEqual(given)
    expect(new Set(given.map(({ status }) => status))).toEqual(new Set(['captured', 'refunded']))
    expect(paid.filter(({ status }) => status === 'captured' || status === 'refunded')).toEqual(given)
    for (const series of new Set(given.map((row) => row.series))) {
      const numbers = given.filter((row) => row.series === series).map(({ number }) => number)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
  })

  test('has donors with their gifts, and likely duplicates to decide', async () => {
    const { bearer } = await here.signIn('superadmin')
    const read = async (url: string) => (await here.app.inject({ url, headers: bearer })).json()
    expect((await read('/api/donors?page=1&limit=10')).total).toBeGreaterThan(100)
    expect((await read('/api/donors/duplicates?page=1&limit=10')).total).toBeGreaterThan(0)
    const unmatched = here.db
      .selectFrom('donations')
      .select('id')
      .where('donor_id', 'is', null)
      .where('donor_name', 'is not', null)
      .where('donor_phone', 'is not', null)
      .where('status', '=', 'captured')
    expect(await unmatched.execute()).toEqual([])
  })

  test('has certificates of a donor, which are readable PDFs', async () => {
    const { bearer: headers } = await here.signIn('superadmin')
    const [row] = await here.db.selectFrom('donor_certificates').select(['id', 'donor_id']).execute()
    const { data } = (await here.app.inject({ url: `/api/donors/${row?.donor_id}/certificates`, headers })).json()
    expect(data).toHaveLength(2)
    const file = await here.app.inject({ url: `/api/donors/certificates/${row?.id}`, headers })
    expect((await readPdf(file.rawPayload)).text).toContain('Thisisnotarealcertificate.')
  })

  test('has recent donations for the dashboard', async () => {
    const { bearer } = await here.signIn('superadmin')
    const { data } = (await here.app.inject({ url: '/api/donate/successful', headers: bearer })).json()
    expect(data.length).toBeGreaterThan(400)
    const newest = Math.max(...data.map((donation: { createdAt: string }) => Date.parse(donation.createdAt)))
    expect(Date.now() - newest).toBeLessThan(24 * 3_600_000)
  })
})

test('leaves no rows or files after a failure and can be filled again', async () => {
  const other = await testApp({ env: { ADMIN_PASSWORD: PASSWORD } })
  await other.jobs.stop()
  try {
    await createFirstAdmin({ ...other, recorder: other.history.server })
    await other.db.schema.alterTable('messages').renameTo('messages_away').execute()
    const parts = { ...other, log: other.app.log }
    await expect(fillDemo(parts)).rejects.toThrow()
    await sweepPendingFiles(parts)
    expect(await other.db.selectFrom('photos').select('id').execute()).toEqual([])
    const left = readdirSync(join(other.config.dataDir, 'media'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])

    await other.db.schema.alterTable('messages_away').renameTo('messages').execute()
    expect(await isEmpty(other.db)).toBe(true)
    await fillDemo(parts)
    expect(await other.db.selectFrom('messages').select('id').execute()).not.toEqual([])
    expect(await other.db.selectFrom('pending_files').select('path').execute()).toEqual([])
  } finally {
    await other.close()
  }
}, 180_000)
