import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../support/donation-csv.ts'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'
import { donate } from './donate.ts'

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
let target: AttackTarget
beforeAll(async () => {
  razorpay = await startRazorpay()
  target = await openAttackTarget({ ...razorpay.settings, RECEIPTS_PER_HOUR: '3' })
})
afterAll(async () => {
  await target?.close()
  await razorpay.stop()
})

test('strangers cannot open more receipts than RECEIPTS_PER_HOUR, known or guessed', async () => {
  const receipt = await donate(target, razorpay, { amount: 50_000, donorName: 'Asha' })
  const open = (token: string, caller: { ip?: string; token?: string }) =>
    target.call(`/api/donate/receipt/${token}`, { method: 'POST', ...caller })
  const ip = '198.51.100.7'
  const statuses: number[] = []
  for (const token of [receipt, 'guess-1', 'guess-2', receipt, 'guess-3']) {
    statuses.push((await open(token, { ip })).status)
  }
  expect(statuses).toEqual([200, 404, 404, 429, 429])
  expect((await open(receipt, { ip: '198.51.100.8' })).status).toBe(200)
  expect((await open(receipt, { ip, token: await target.signIn() })).status).toBe(200)
})

test('the CSV file has no formula after any separator', async () => {
  const names = [
    '=cmd|1',
    'Asha;=cmd|2',
    'Asha,=cmd|3',
    'Asha\t=cmd|4',
    'Asha;"=cmd|5"',
    '\t@cmd|6',
    ';+cmd|7',
    'A\n-cmd|8',
  ]
  for (const name of names) {
    await donate(target, razorpay, { amount: 50_000, donorName: name, purpose: name })
  }
  const { status, text } = await target.call('/api/donate/export', { token: await target.signIn() })
  expect(status).toBe(200)
  expect(text.match(/cmd\|\d/g)).toHaveLength(2 * names.length)
  // A spreadsheet may be set to another separator than the comma.
  const cells = parseCsv(text).flat()
  for (const separator of [';', '\t']) cells.push(...text.split('\n').flatMap((line) => line.split(separator)))
  expect(cells.filter((cell) => /^[\s"]*[=+@-]\s*cmd/.test(cell))).toEqual([])
})

test('links and pipes in the media folder are not served', async () => {
  const name = `${'0'.repeat(30)}.jpg`
  const media = join(target.dataDir, 'media')
  for (const folder of ['bb', 'cc', 'ee']) mkdirSync(join(media, folder), { recursive: true })
  symlinkSync(target.database, join(media, 'bb', name))
  execFileSync('mkfifo', [join(media, 'cc', name)])
  mkdirSync(join(target.dataDir, 'outside'))
  writeFileSync(join(target.dataDir, 'outside', name), 'outside')
  symlinkSync(join(target.dataDir, 'outside'), join(media, 'dd'))
  writeFileSync(join(media, 'ee', name), 'inside')
  const statuses = await Promise.all(
    ['bb', 'cc', 'dd', 'ee'].map(async (folder) => (await target.call(`/media/${folder}/${name}`)).status),
  )
  expect(statuses).toEqual([404, 404, 404, 200])
  expect((await target.call('/api/health')).status).toBe(200)
})
