import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackTarget, openAttackTarget, recordsOf } from './attack-target.ts'

let target: AttackTarget
let photo: Buffer
beforeAll(async () => {
  target = await openAttackTarget()
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#888888', noise } })
    .png()
    .toBuffer()
})
afterAll(() => target.close())

const filesIn = (folder: string) =>
  readdirSync(join(target.dataDir, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** Sends a new event whose last bytes wait until `meanwhile` is done. Returns the status. */
async function addEvent(token: string, meanwhile: () => Promise<unknown>): Promise<number | undefined> {
  const form = new FormData()
  form.set('title', 'Eye camp')
  form.set('image', new File([Buffer.from(photo)], 'camp.png', { type: 'image/png' }))
  const encoded = new Response(form)
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const upload = request(`${target.url}/api/event/addevent`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  })
  let isAnswered = false
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  upload.once('response', () => (isAnswered = true))
  upload.on('error', () => undefined) // the server may close the connection after an early response
  upload.write(bytes.subarray(0, bytes.length - 100))
  // The route's access check has passed once the file is being received.
  await expect.poll(() => isAnswered || filesIn('tmp').length > 0).toBe(true)
  const isReceived = !isAnswered
  if (isReceived) {
    await meanwhile()
    upload.end(bytes.subarray(bytes.length - 100))
  }
  const [response] = await answered
  const body = await text(response)
  upload.destroy()
  if (!isReceived) throw new Error(`refused before the file arrived: ${body}`)
  return response.statusCode
}

async function expectNothingStored() {
  expect(await recordsOf(target, '/api/event')).toEqual([])
  expect(filesIn('media')).toEqual([])
  await expect.poll(() => filesIn('tmp')).toEqual([])
}

test('an upload that ends after its session was revoked stores nothing', async () => {
  const { token } = await target.addAdmin('meera', ['Events'])
  const other = await target.signIn('meera')
  const revoke = () => target.call('/api/admin/sessions/revoke-others', { method: 'POST', token: other })
  expect(await addEvent(token, revoke)).toBe(401)
  await expectNothingStored()
})

test('an upload that ends after the right was removed stores nothing', async () => {
  const { id, token } = await target.addAdmin('farida', ['Events'])
  const superadmin = await target.signIn()
  const remove = () =>
    target.call(`/api/admin/${id}`, { method: 'PUT', token: superadmin, body: { sections: ['Dashboard'] } })
  expect(await addEvent(token, remove)).toBe(403)
  await expectNothingStored()
})
