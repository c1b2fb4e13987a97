import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type AttackTarget, openAttackTarget } from './attack-target.ts'
import { makeDisk } from './full-disk.ts'

const disk = makeDisk()
const picture = { width: 64, height: 64, channels: 3, background: '#446688' } as const
const photo = await sharp({ create: picture }).png().toBuffer()

let target: AttackTarget
beforeEach(async () => {
  target = await openAttackTarget({ DATA_DIR: disk.dataDir, MESSAGES_PER_DAY: '1000', PUBLIC_CALLS_PER_HOUR: '1000' })
})
afterEach(() => target.close())
afterAll(() => disk.remove())

const sendMessage = () => {
  const body = { name: 'Asha', email: 'asha@example.org', message: 'Namaste '.repeat(1000) }
  return target.call('/api/message/addMessage', { body })
}
const login = () => target.call('/api/admin/login', { body: { username: randomUUID(), password: 'x' } })
const addEvent = (token: string, image?: Buffer) => {
  const form = new FormData()
  form.set('title', 'Eye camp')
  if (image) form.set('image', new File([Buffer.from(image)], 'camp.png', { type: 'image/png' }))
  return target.call('/api/event/addevent', { body: form, token })
}

/** Reads of visitors and of the signed-in user, and the panel's page. */
async function expectReads(token: string) {
  for (const path of ['/api/event', '/api/galleryphoto/School', '/api/admin/me', '/']) {
    const { status } = await target.call(path, { token })
    expect([path, status]).toEqual([path, 200])
  }
}

test('another program that locks the database stops writes alone', async () => {
  const token = await target.signIn()
  // The server may be writing at this moment.
  const other = new DatabaseSync(target.database, { timeout: 5000 })
  other.exec('begin exclusive')
  const answered: Answer[] = []
  const writes = [sendMessage(), login(), addEvent(token)].map(async (write) => answered.push(await write))
  await expectReads(token)
  expect(answered).toEqual([])
  expect((await target.call('/api/health')).status).toBe(200)

  await Promise.all(writes)
  for (const { status, headers, json } of answered) {
    expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'database_busy', '5'])
    expect(json.message).toMatch(/^The database is busy\..*try again/)
  }
  other.close()
  expect((await sendMessage()).status).toBe(200)
})

test(`a disk that is full (${disk.way}) refuses every write with its sentence`, async () => {
  const token = await target.signIn()
  // The health is `degraded` while the machine is busy.
  await expect.poll(async () => (await target.call('/api/health')).json).toEqual({ status: 'ok' })
  disk.fill(target.server.pid)
  for (const write of [sendMessage, login, () => addEvent(token), () => addEvent(token, photo)]) {
    const { status, json } = await untilRefused(write)
    expect([503, 507]).toContain(status)
    expect(json.code).toMatch(/^storage_(?:full|failed)$/)
    expect(json.message).toMatch(/tell the person who runs it\.$/)
  }
  await expectReads(token)
  const health = await target.call('/api/health')
  expect([health.status, health.json.status]).toEqual([200, 'degraded'])

  disk.free(target.server.pid)
  expect((await sendMessage()).status).toBe(200)
})

/** Small writes may still find space in files that exist. */
async function untilRefused(write: () => Promise<Answer>): Promise<Answer> {
  for (let n = 0; n < 500; n += 1) {
    const answer = await write()
    if (answer.status >= 500) return answer
  }
  throw new Error('The disk did not become full')
}
