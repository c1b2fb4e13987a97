import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { node26, root } from '../scripts/install.mjs'
import { serverArguments, serverEnvironment } from '../scripts/server-program.mjs'
import { callClient } from './call-client.ts'
import { manyDonations, openSqliteDonations } from './donation-database.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { signIn, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

const DONATIONS = sizeOf(100_000, 1000)
const FILE_BYTES = 4_000_000
const ROUNDS = sizeOf(5, 1)
const USUAL_MS = sizeOf(10_000, 500)
/** Pause between two calls, so that the server is used but not full. */
const PAUSE_MS = 5
const CALL = '/donate?page=1&limit=10'

const run = promisify(execFile)

/**
 * Measures a backup of videos and 100,000 donations against `tar` of the same files, and how long
 * calls take meanwhile. `mediaBytes` is the size of the videos.
 */
export async function measureBackup(folder: string, mediaBytes: number): Promise<Figure[]> {
  const dataDir = join(folder, 'backed-up')
  await fill(dataDir, mediaBytes)
  const server = await startOurs(dataDir)
  try {
    const [tar, ours]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      tar.push(await timeOf(folder, (file) => tarTo(file, dataDir)))
      ours.push(await timeOf(folder, (file) => backUpTo(file, dataDir)))
    }
    const client = callClient(server.url, await signIn(server))
    await callUntil(client, wait(USUAL_MS / 5))
    const usual = percentile99(await callUntil(client, wait(USUAL_MS)))
    const busy: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await timeOf(folder, async (file) => {
        busy.push(...(await callUntil(client, backUpTo(file, dataDir))))
      })
    }
    client.close()
    const during = percentile99(busy)
    return [
      {
        what: `Backup of ${(mediaBytes / 1e9).toFixed(1)} GB of videos and ${DONATIONS} donations, \`tar\` as floor`,
        unit: 's',
        ours: median(ours) / 1000,
        floor: median(tar) / 1000,
        aim: { of: 'ratio', atMost: 2 },
      },
      {
        what: `99th percentile of \`GET ${CALL}\` during that backup, without it as floor`,
        unit: 'ms',
        ours: during,
        floor: usual,
        aim: { of: 'ratio', atMost: 3 },
      },
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, mediaBytes: number): Promise<void> {
  mkdirSync(dataDir)
  await (await startOurs(dataDir)).stop()
  const donations = openSqliteDonations(dataDir)
  await donations.add(manyDonations(DONATIONS, Date.now()))
  await donations.tidy()
  await donations.close()
  const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'))
  const insert = database.prepare(
    `insert into home_videos (id, title, description, path, created_at) values (?, '', '', ?, '2026-01-01T00:00:00.000Z')`,
  )
  for (let bytes = 0; bytes < mediaBytes; bytes += FILE_BYTES) {
    const name = randomBytes(16).toString('hex')
    const path = `/media/${name.slice(0, 2)}/${name.slice(2)}.mp4`
    mkdirSync(join(dataDir, 'media', name.slice(0, 2)), { recursive: true })
    writeFileSync(join(dataDir, path), randomBytes(Math.min(FILE_BYTES, mediaBytes - bytes)))
    insert.run(name.slice(0, 24), path)
  }
  database.close()
}

/** Ms until the file is written and on the disk. The file is then removed. */
async function timeOf(folder: string, write: (file: string) => Promise<unknown>): Promise<number> {
  const file = join(folder, 'backup.tar')
  const begun = performance.now()
  await write(file)
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
  const ms = performance.now() - begun
  rmSync(file)
  return ms
}

function tarTo(file: string, dataDir: string): Promise<unknown> {
  return run('tar', ['-cf', file, '-C', dataDir, 'sevadesk.sqlite', 'media'])
}

function backUpTo(file: string, dataDir: string): Promise<unknown> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...serverEnvironment() }
  return run(node26, [...serverArguments('server/src/commands/backup.ts'), file], { cwd: root, env })
}

/** Calls one after the other until `end` settles, and returns how long each took, in ms. */
async function callUntil(client: ReturnType<typeof callClient>, end: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const ended = end.finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    times.push((await client.time(CALL)).ms)
    await wait(PAUSE_MS)
  }
  await ended
  return times
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
