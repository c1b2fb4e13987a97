import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'
import { donate } from './donate.ts'

const PATH_MAX = 200

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
let target: AttackTarget
let token: string
beforeAll(async () => {
  razorpay = await startRazorpay()
  target = await openAttackTarget({ ...razorpay.settings, LOG_LEVEL: 'info' })
  token = await donate(target, razorpay, { amount: 50_000, donorName: 'Asha' })
})
afterAll(async () => {
  await target?.close()
  await razorpay.stop()
})

/** Sends the path as it is, unlike `fetch`. */
async function send(method: string, path: string): Promise<void> {
  const call = request(target.url, { method, path })
  call.end()
  const [response] = await once(call, 'response')
  response.resume()
  await once(response, 'end')
}

function logLines(): { path?: string }[] {
  const lines = target.server.output().split('\n')
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

test('the log has neither receipt tokens nor long paths', async () => {
  const upper = `/API/DONATE/RECEIPT/${token}`
  const paths = [
    `/api/donate/receipt/${token}`,
    `/api/donate/receipt/${token}/`,
    `/api/donate/receipt//${token}`,
    `/api/donate/receipt%2F${token}`,
    `/api/donate%2freceipt%2f${token}`,
    `/api/donate/receipt/${token}?lang=hi`,
    `/api/donate/receipts/${token}`,
    `/api/donate/${token}`,
    `/donate/receipt/${token}`,
    `/${token}`,
    `/media/${token}`,
    `/api/donate/receipt/${token.slice(0, 10)}%${token.charCodeAt(10).toString(16)}${token.slice(11)}`,
    `/api/donate/receipt/%zz${token}`,
    upper,
    upper.toLowerCase().replace(token.toLowerCase(), token),
    `/api/${'a/'.repeat(5000)}`,
    `/${'%20'.repeat(3333)}`,
    `/api/event?${'x'.repeat(10_000)}`,
  ]
  const before = logLines().length
  for (const method of ['POST', 'GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
    for (const path of paths) await send(method, path)
  }
  // Every call but public reads and preflights leaves a line.
  await expect.poll(() => logLines().length - before).toBeGreaterThanOrEqual(3 * paths.length)
  // Also not the part after the letter that one path encodes.
  const secret = token.slice(12)
  const lines = target.server.output().split('\n')
  expect(lines.filter((line) => line.includes(secret))).toEqual([])
  const long = logLines().filter(({ path = '' }) => path.length > PATH_MAX)
  expect(long).toEqual([])
})
