import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from '../kill/command.ts'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'
import { makeDisk } from './full-disk.ts'
import { makeReadOnly } from './read-only-folder.ts'

const disk = makeDisk()
const cannotMount = disk.canMount ? '' : ' (this process may not mount a disk)'
const onDisk = (name: string) => join(dirname(disk.dataDir), name)
const folder = mkdtempSync(join(tmpdir(), 'sevadesk-backup-faults-'))
const backup = join(folder, 'backup.tar')

let target: AttackTarget
beforeAll(async () => {
  target = await openAttackTarget()
  const token = await target.signIn()
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = { width: 900, height: 900, channels: 3, background: '#446688', noise } as const
  for (const title of ['Eye camp', 'Bhandara']) {
    const form = new FormData()
    form.set('title', title)
    const bytes = await sharp({ create: picture }).png().toBuffer()
    form.set('image', new File([Buffer.from(bytes)], 'camp.png', { type: 'image/png' }))
    expect((await target.call('/api/event/addevent', { body: form, token })).status).toBe(200)
  }
  await target.server.stop()
  expect(await run('backup', { DATA_DIR: target.dataDir }, backup)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await target.close()
  rmSync(folder, { recursive: true })
  disk.remove()
})

const run = (name: string, settings: Record<string, string>, file: string) => startCommand(name, settings, [file]).ended

interface Attempts {
  attempt(): Promise<{ code: number | null; output: string }>
  /** Lists what must be the same after each failure. */
  left(): string[]
  /** Bytes that the disk takes at first, and how many more each time. */
  from?: number
  step: number
}

/** Gives the disk more and more space, until `attempt` succeeds. Returns how often it failed. */
async function withMoreSpace({ attempt, left, from = 0, step }: Attempts): Promise<number> {
  const before = left()
  for (let failures = 0; failures < 20; failures += 1) {
    disk.fill(0, from + failures * step)
    const { code, output } = await attempt()
    disk.free(0)
    if (code === 0) return failures
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(/^The .+(?:ENOSPC|disk is full|disk I\/O error|MB are free (?:for|in)).*\.\n$/),
    ])
    expect(left()).toEqual(before)
  }
  throw new Error('It did not succeed on a large disk')
}

/** All files, without those of an SQLite database. */
function filesIn(path: string): string[] {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ name }) => name).filter((name) => !/^sevadesk\.sqlite|^server\.lock$/.test(name))
}

test.runIf(disk.canMount)(`a full disk of backups keeps no part of a backup${cannotMount}`, async () => {
  const file = onDisk('backup.tar')
  const attempt = () => run('backup', { DATA_DIR: target.dataDir }, file)
  const step = Math.ceil(statSync(backup).size / 3)
  expect(await withMoreSpace({ attempt, left: () => filesIn(onDisk('.')), step })).toBeGreaterThan(2)
  rmSync(file)
})

test.runIf(disk.canMount)(`a full temporary folder is not taken for a bad backup${cannotMount}`, async () => {
  mkdirSync(onDisk('temporary'))
  const attempt = () => run('backup-verify', { TMPDIR: onDisk('temporary') }, backup)
  const left = () => readdirSync(onDisk('temporary'))
  // The first copy of the tables fits, the second does not.
  expect(await withMoreSpace({ attempt, left, step: 400_000 })).toBeGreaterThan(1)
})

test.runIf(disk.canMount)(
  `a full data folder is empty after a restore, and keeps no part after a backup${cannotMount}`,
  async () => {
    const settings = { DATA_DIR: disk.dataDir }
    mkdirSync(disk.dataDir)
    const restore = () => run('restore', settings, backup)
    // The archive does not fit; then it does, but not the database.
    const [from, step] = [statSync(backup).size - 100_000, 300_000]
    const left = () => filesIn(disk.dataDir)
    expect(await withMoreSpace({ attempt: restore, left, from, step })).toBeGreaterThan(1)

    const restored = await openAttackTarget(settings)
    const events = (await restored.call('/api/event')).json.data as { image: string }[]
    expect(events).toHaveLength(2)
    for (const { image } of events) expect((await restored.call(image)).status).toBe(200)
    expect(restored.server.output()).not.toContain('history')
    await restored.server.stop()
    const attempt = () => run('backup', settings, join(folder, 'again.tar'))
    const both = () => [...filesIn(folder), ...filesIn(disk.dataDir)]
    // The database can be opened; then not copied; then not restored on trial.
    expect(await withMoreSpace({ attempt, left: both, step: 250_000 })).toBeGreaterThan(1)
    await restored.close()
  },
)

test('a read-only folder of backups refuses a backup until it is writable', async () => {
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const makeWritable = makeReadOnly(backups)
  const attempt = () => run('backup', { DATA_DIR: target.dataDir }, join(backups, 'backup.tar'))
  const { code, output } = await attempt()
  expect([code, output]).toEqual([
    2,
    expect.stringMatching(/^The backup .+ could not be written: E(?:ROFS|ACCES).+\.\n$/),
  ])
  makeWritable()
  expect(readdirSync(backups)).toEqual([])
  expect(await attempt()).toMatchObject({ code: 0 })
})
