import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { runHistoryVerify } from './commands/run-history.ts'
import { readConfig } from './config.ts'
import { HEAD_FILE_NAME } from './keys/key-file.ts'
import { start } from './start.ts'
import { type Engine, eachDatabase, makeEmptyDatabase } from './testing/databases.ts'

/** What servers of earlier commits left, after the same entries by HTTP. */
const FOLDER = join(import.meta.dirname, 'testing', 'earlier-versions')

const ONLINE = {
  summary: { totalAmount: 160_100, successfulCount: 2 },
  receipts: ['SD/2026-27/00001', 'SD/2026-27/00002'],
  donors: ['Sita Devi', 'राम लाल'],
}
const WITH_GIFTS = {
  summary: { totalAmount: 343_500, successfulCount: 5 },
  receipts: [...ONLINE.receipts, 'SD/2026-27/00004'],
  donors: ['Mohan Das', 'Mohan Dass', ...ONLINE.donors],
  cashBook: 6,
  deposits: [{ slipNumber: 'S-1', amount: 150_000, count: 1 }],
}

const VERSIONS = {
  // The first whose databases later versions open: until then 0001 changed.
  '2026-11-22-3193a787': ONLINE,
  '2026-11-23-494c95de': ONLINE,
  // These two lack a column or have another index, as long as 0018 and 0032 were different.
  '2026-11-23-52afdb59': WITH_GIFTS,
  '2026-11-28-1ea671bd': WITH_GIFTS,
  '2026-11-27-875d81c4': WITH_GIFTS,
}

test('there is a test for each version', async () => {
  expect((await readdir(FOLDER)).sort()).toEqual(Object.keys(VERSIONS).sort())
})

eachDatabase((engine) => {
  // On PostgreSQL in `npm test` only the first, which goes through all migrations.
  const isFull = engine === 'SQLite' || process.env.TEST_SUITE === 'all'
  test.each(Object.entries(VERSIONS).slice(0, isFull ? undefined : 1))(
    'opens the database of %s',
    async (name, expected) => {
      const { config, printed, call } = await startOn(name, engine)
      expect(printed).toContainEqual(expect.stringMatching(/^Taking a backup before the update /))
      expect((await call('/donate/summary')).data).toMatchObject(expected.summary)
      const { data: donations } = await call('/donate?limit=20')
      const receipts = donations.flatMap(({ receipt }) => receipt?.number ?? [])
      expect(receipts.sort()).toEqual(expected.receipts)
      await vi.waitFor(async () => expect((await call('/system')).data.jobs).toEqual({ waiting: 0, failed: 0 }))
      const { data: donors } = await call('/donors')
      expect(donors.map((donor) => donor.name).sort()).toEqual(expected.donors)
      expect((await call('/galleryphoto/School')).data).toMatchObject([{ title: 'Sports day' }])
      expect((await call('/event')).data).toMatchObject([{ title: 'Eye camp', description: 'नेत्र शिविर' }])
      expect((await call('/message/getMessage')).data).toMatchObject([{ name: 'Ravi Kumar' }])
      if ('cashBook' in expected) {
        expect((await call('/cash-book/2026-11-28')).data.entries).toHaveLength(expected.cashBook)
        expect((await call('/deposit-slips')).data).toMatchObject(expected.deposits)
      }
      expect(await runHistoryVerify(config, (line) => printed.push(line))).toBe(true)
      expect(printed.at(-1)).toMatch(/^The history is whole\. Rows: \d+\.$/)
    },
  )
})

/** The fields that the tests read of any response. */
interface Response {
  data: { name: string; receipt?: { number: string } }[] & { jobs: object; entries: object[] }
}

async function startOn(name: string, engine: Engine) {
  // What pg_dump wrote sets the session.
  const place = await makeEmptyDatabase(engine, { isDirect: true })
  onTestFinished(() => place.remove())
  const keysDir = join(place.dataDir, 'keys')
  await mkdir(keysDir)
  for (const file of await readdir(join(FOLDER, name))) {
    const target = file.replace(`${engine.toLowerCase()}.head`, HEAD_FILE_NAME)
    await copyFile(join(FOLDER, name, file), join(keysDir, target))
  }
  const unpack = async (file: string) => brotliDecompressSync(await readFile(join(FOLDER, name, `${file}.br`)))
  if (engine === 'SQLite') await writeFile(join(place.dataDir, 'sevadesk.sqlite'), await unpack('sevadesk.sqlite'))
  else await runScript(place.databaseUrl, await unpack('sevadesk.sql'))
  const port = await freePort()
  const config = readConfig({
    DATA_DIR: place.dataDir,
    KEYS_DIR: keysDir,
    DATABASE_URL: place.databaseUrl,
    PORT: String(port),
    LOG_LEVEL: 'silent',
  })
  const printed: string[] = []
  const options = {
    logFile: undefined,
    // Without the photos that the database names, another server on PostgreSQL may have them.
    isNewDatabase: engine === 'PostgreSQL',
    isTerminal: false,
    print: (text: string) => printed.push(text),
  }
  const server = await start(config, options)
  onTestFinished(() => server.stop())
  const base = `http://127.0.0.1:${port}/api`
  const login = await fetch(`${base}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'asha', password: 'Fixture#2026' }),
  })
  const { token } = (await login.json()) as { token: string }
  const call = async (path: string) =>
    (await (await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })).json()) as Response
  return { config, printed, call }
}

async function runScript(url: string | undefined, script: Buffer): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(script.toString())
  await client.end()
}
