import { exportDonations } from '@sevadesk/contract/donations/donation.ts'
import { expect, test } from 'vitest'
import { neverRespond, refuseConnections, respondWith } from '../../testing/backend.ts'
import { download, fileNameOf } from './download.ts'

const csv = () => download(exportDonations, { querystring: {} }, { kind: 'csv' })

test('returns a file unchanged and reports progress', async () => {
  const body = `a,b\r\n${'é'.repeat(100_000)}`
  await respondWith({ 'GET /donate/export': [200, body, { 'content-type': 'text/csv' }] })
  const reported: number[] = []
  const { file, name } = await download(
    exportDonations,
    { querystring: {} },
    { kind: 'csv', onProgress: (bytes) => reported.push(bytes) },
  )
  expect(await file.text()).toBe(body)
  expect(name).toBeUndefined()
  expect(reported.at(-1)).toBe(file.size)
  expect(reported).toEqual([...reported].sort((a, b) => a - b))
})

test.each([
  [403, '{"success":false,"message":"No"}', 'http', 'No'],
  [200, '{"success":false,"message":"No"}', 'refused', 'No'],
  [200, '{"success":true}', 'bad-response', ''],
  [200, '', 'bad-response', ''],
  [500, '<html>', 'http', ''],
])('rejects status %i with body %j as kind "%s"', async (status, body, kind, message) => {
  await respondWith({ 'GET /donate/export': [status, body, { 'content-type': 'application/json' }] })
  await expect(csv()).rejects.toMatchObject({ name: 'ApiError', kind, message })
})

test('rejects with a network error on a lost connection, and with AbortError when aborted', async () => {
  await refuseConnections()
  await expect(csv()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' })
  await neverRespond()
  const leaving = new AbortController()
  const pending = download(exportDonations, { querystring: {} }, { kind: 'csv', signal: leaving.signal })
  leaving.abort()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  [null, undefined],
  ['attachment', undefined],
  ['attachment; filename=a.pdf', 'a.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a b.pdf'],
  ['attachment; filename="plain.pdf"; filename*=UTF-8\'\'%E0%A4%B0.pdf', 'र.pdf'],
  ["attachment; filename*=UTF-8''%E0%A4", undefined],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\Temp\\\\x.pdf"', 'x.pdf'],
  ['attachment; filename=".."', undefined],
  ['attachment; filename="a\u202Efdp.exe"', 'afdp.exe'],
])('reads the file name from the header %s as %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
