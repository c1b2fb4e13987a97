import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'

/** A body of 127,000 faults, within the limit of a JSON body. */
const FAULTS = Array.from({ length: 127_000 }, () => 1)
const ADMIN = { username: 'x', email: 'x@seva.example', password: 'x', sections: FAULTS }
/** In characters. */
const ANSWER_MAX = 1000

let target: AttackTarget
beforeAll(async () => {
  target = await openAttackTarget()
})
afterAll(() => target.close())

test('a caller without the right is refused before the body is read, however large or faulty', async () => {
  const { token } = await target.addAdmin('meera', ['Events'])
  const other = await target.addAdmin('farida', ['Events'])
  const tooLarge = [FAULTS, FAULTS]
  for (const [method, path] of [
    ['POST', '/api/admin/addadmin'],
    ['PUT', `/api/admin/${other.id}`],
  ] as const) {
    for (const body of [ADMIN, FAULTS, tooLarge]) {
      const refused = await target.call(path, { method, body, token })
      expect([refused.status, refused.json.fields]).toEqual([403, undefined])
      const stranger = await target.call(path, { method, body })
      expect([stranger.status, stranger.json.fields]).toEqual([401, undefined])
    }
  }
})

test('a body of 127,000 faults gets a short answer', async () => {
  const token = await target.signIn()
  for (const [path, body] of [
    ['/api/admin/addadmin', ADMIN],
    ['/api/admin/addadmin', FAULTS],
    ['/api/message/addMessage', { name: FAULTS, email: FAULTS.slice(0, 10), message: {} }],
    ['/api/message/addMessage', Object.fromEntries(FAULTS.slice(0, 10_000).map((_, n) => [`field${n}`, n]))],
  ] as const) {
    const { status, text } = await target.call(path, { body, token })
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(ANSWER_MAX)
  }
})
