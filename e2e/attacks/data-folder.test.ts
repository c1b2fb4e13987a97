import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, tryStartCluster } from '../support/postgresql.ts'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'

let target: AttackTarget
beforeEach(async () => {
  target = await openAttackTarget()
  const form = new FormData()
  form.set('title', 'Eye camp')
  const picture = { width: 64, height: 64, channels: 3, background: '#446688' } as const
  const bytes = await sharp({ create: picture }).png().toBuffer()
  form.set('image', new File([Buffer.from(bytes)], 'camp.png', { type: 'image/png' }))
  const { status } = await target.call('/api/event/addevent', { body: form, token: await target.signIn() })
  expect(status).toBe(200)
  await target.server.stop()
})
afterEach(() => target.close())

/** Hashes of all files in the data folder. */
function contents(): Record<string, string> {
  const entries = readdirSync(target.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  // SQLite recreates the index of the write-ahead log on each opening.
  const stored = files.filter((file) => !/-(?:shm|wal)$/.test(file)).sort()
  return Object.fromEntries(stored.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]))
}

async function expectRefused(sentence: RegExp) {
  const before = contents()
  await expect(target.start()).rejects.toThrow(sentence)
  expect(contents()).toEqual(before)
}

test('a data folder whose database was removed stops the start', async () => {
  rmSync(target.database)
  await expectRefused(/its SQLite database is missing or empty\. Restore it .*--new-database/)
  await target.start(['--new-database'])
  expect((await target.call('/api/event')).json.data).toEqual([])
})

test('a data folder whose database was swapped stops the start', async () => {
  const other = await openAttackTarget()
  await other.server.stop()
  copyFileSync(other.database, target.database)
  await other.close()
  await expectRefused(/belongs to another database than .*--new-database/)
  await target.start(['--new-database'])
  expect((await target.call('/api/event')).json.data).toEqual([])
})

const cluster = await tryStartCluster()
afterAll(() => cluster.stop())

test.runIf(cluster.missing === '')(
  `a server without the keys of the first does not start on its PostgreSQL database${cluster.missing}`,
  async () => {
    const settings = { DATABASE_URL: await createDatabase() }
    const first = await openAttackTarget(settings)
    try {
      const second = await openAttackTarget(settings).then(async ({ close }) => {
        await close()
        return 'started'
      }, String)
      expect(second).toMatch(/The key file \S+ \(KEYS_DIR\) is missing/)
      // The health is `degraded` while the machine is busy.
      await expect.poll(async () => (await first.call('/api/health')).json).toEqual({ status: 'ok' })
    } finally {
      await first.close()
    }
  },
)
