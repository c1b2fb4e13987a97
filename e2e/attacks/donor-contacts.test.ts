import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'
import { donate } from './donate.ts'

const DONORS = 9
const NEWEST = 5

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
let target: AttackTarget
let token: string
beforeAll(async () => {
  razorpay = await startRazorpay()
  target = await openAttackTarget(razorpay.settings)
  for (let n = 0; n < DONORS; n += 1) {
    const donor = { donorName: `Donor ${n}`, donorEmail: `donor${n}@example.org`, donorPhone: `987650000${n}` }
    await donate(target, razorpay, { amount: 1000 + n, ...donor })
  }
  token = (await target.addAdmin('meera', ['Dashboard'])).token
})
afterAll(async () => {
  await target?.close()
  await razorpay.stop()
})

/** Values that might widen a list or name other fields. */
const QUERIES = [
  '',
  '?limit=9',
  '?limit=1000&page=1',
  '?page=2&limit=5',
  '?sort=oldest',
  '?sort=oldest&limit=5',
  '?search=donor0&searchIn=donor',
  '?search=9876500000',
  '?status=all&period=all',
  '?fields=donorEmail,donorPhone&full=true',
  '?offset=5&skip=5&from=5',
]
const OLDER = Array.from({ length: DONORS - NEWEST }, (_, n) => [`donor${n}@example.org`, `987650000${n}`]).flat()

test('an account with Dashboard alone finds no contact but those of the five newest donors', async () => {
  const { json } = await target.call('/api/openapi.json')
  const paths = Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
    'get' in methods ? [`/api${path.replace(/^\/api/, '')}`] : [],
  )
  expect(paths).toEqual(expect.arrayContaining(['/api/donate', '/api/donate/successful', '/api/donate/export']))
  const leaks: string[] = []
  for (const path of paths) {
    for (const query of QUERIES) {
      const { text } = await target.call(`${path.replace('{section}', 'School')}${query}`, { token })
      leaks.push(...OLDER.filter((contact) => text.includes(contact)).map((contact) => `${path}${query}: ${contact}`))
    }
  }
  expect(leaks).toEqual([])
  const { text } = await target.call('/api/donate/successful', { token })
  expect(text).toContain(`donor${DONORS - 1}@example.org`)
})
