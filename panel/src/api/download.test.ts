import { exportDonations } from '@sevadesk/contract/donation.ts'
import { expect, test } from 'vitest'
import { answerWith, loseTheLine, neverAnswer } from '../../testing/backend.ts'
import { download, fileNameOf } from './download.ts'

const csv = () => download(exportDonations, { querystring: {} }, { kind: 'csv' })

test('a file comes as it is, and tells how much of it has come', async () => {
  const body = `a,b\r\n${'é'.repeat(100_000)}`
  await answerWith({ 'GET /donate/export': [200, body, { 'content-type': 'text/csv' }] })
  const told: number[] = []
  const { file, name } = await download(
    exportDonations,
    { querystring: {} },
    { kind: 'csv', onProgress: (bytes) => told.push(bytes) },
  )
  expect(await file.text()).toBe(body)
  expect(name).toBeUndefined()
  expect(told.at(-1)).toBe(file.size)
  expect(told).toEqual([...told].sort((a, b) => a - b))
})

test.each([
  [403, '{"success":false,"message":"No"}', 'http', 'No'],
  [200, '{"success":false,"message":"No"}', 'refused', 'No'],
  [200, '{"success":true}', 'bad-answer', ''],
  [200, '', 'bad-answer', ''],
  [500, '<html>', 'http', ''],
])('%i with %j is no file', async (status, body, kind, message) => {
  await answerWith({ 'GET /donate/export': [status, body, { 'content-type': 'application/json' }] })
  await expect(csv()).rejects.toMatchObject({ name: 'ApiError', kind, message })
})

test('a lost line is a failure of the line, a call that is called off is aborted', async () => {
  await loseTheLine()
  await expect(csv()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' })
  await neverAnswer()
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
])('%s names the file %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
