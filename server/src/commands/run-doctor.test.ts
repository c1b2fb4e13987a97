import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { endBackup, insertBackup } from '../resources/backups/backup-store.ts'
import { openHistory } from '../resources/history/history-service.ts'
import { eachDatabase } from '../testing/databases.ts'
import { newServerEachTest } from '../testing/test-app.ts'
import { VERSION } from '../version.ts'
import { runDoctor } from './run-doctor.ts'

const SECRET = 'Secret#2026'

eachDatabase((engine) => {
  const server = newServerEachTest({ engine })
  let env: Record<string, string>
  let file: string

  beforeEach(async () => {
    const { dataDir, databaseUrl = '' } = server.config
    env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: SECRET, PORT: String(await freePort()) }
    file = join(dataDir, 'settings')
  })

  async function diagnose(changes: Record<string, string> = {}) {
    const lines: string[] = []
    const isWell = await runDoctor({ ...env, ...changes }, (line) => lines.push(line), file)
    for (const secret of [SECRET, new URL(env.DATABASE_URL || 'x://x').password || SECRET])
      expect(lines.join('\n')).not.toContain(secret)
    return { isWell, lines, wrong: lines.filter((line) => line.startsWith('wrong ')) }
  }

  test('says what is set, reached, writable and of this version', async () => {
    await server.app.listen({ port: Number(env.PORT), host: '127.0.0.1' })
    await insertBackup(server.db, { id: 'b', kind: 'manual', file: '/b.tar', aliveUntil: new Date() })
    await endBackup(server.db, 'b', { bytes: 1 })
    const { isWell, lines } = await diagnose()
    expect(isWell).toBe(true)
    expect(lines.filter((line) => !line.includes('open to other users'))).toEqual([
      `ok     The files here are those of version ${VERSION}.`,
      `ok     Set: ADMIN_PASSWORD, ${engine === 'PostgreSQL' ? 'DATABASE_URL, ' : ''}DATA_DIR, PORT.`,
      `ok     The server at http://localhost:${env.PORT} is ready.`,
      expect.stringMatching(/^ok {5}The data folder \S+ is writable and has \d+\.\d GB free\.$/),
      expect.stringMatching(
        new RegExp(`^ok {5}The database, ${engine} .+ is of this version and takes 0\\.\\d+ GB\\.$`),
      ),
      'note   No daily backups are taken: set BACKUP_DIR, or take them in another way.',
      expect.stringMatching(/^ok {5}The last good backup is of 20\S+Z\.$/),
      'ok     The packages with native code load.',
    ])
  })

  test('says what is wrong, and what to do', async () => {
    const history = await openHistory(server.db, server.config.keysDir)
    await history.server.record(server.db, { action: 'admin.added', recordKind: 'admin', recordId: 'a1' })
    rmSync(join(server.config.keysDir, 'history.key'))
    await insertBackup(server.db, { id: 'b', kind: 'daily', file: '/b.tar', aliveUntil: new Date() })
    await endBackup(server.db, 'b', { error: 'no space left' })
    writeFileSync(file, 'DATABSE_URL=x\nPORT=1\n')
    const { isWell, lines, wrong } = await diagnose({ BACKUP_DIR: '/nowhere/at/all', LOCATIONS_FILE: '/nowhere.mmdb' })
    expect(isWell).toBe(false)
    expect(lines).toContain(`note   No settings of SevaDesk, so without effect: DATABSE_URL. Correct ${file}.`)
    expect(lines).toContainEqual(expect.stringMatching(/^note {3}No server of SevaDesk answers at .+ECONNREFUSED/))
    expect(wrong).toEqual([
      expect.stringContaining('LOCATIONS_FILE'),
      expect.stringMatching(
        /^wrong {2}The key file \S+history\.key \(KEYS_DIR\) is missing\..+restore it from a backup\.$/,
      ),
      'wrong  The last backup failed: no space left.',
      expect.stringContaining('BACKUP_DIR cannot be written to: ENOENT'),
    ])
  })

  test('creates no key', async () => {
    for (const file of readdirSync(server.config.keysDir)) rmSync(join(server.config.keysDir, file))
    await diagnose()
    expect(readdirSync(server.config.keysDir)).toEqual([])
  })

  test('tells of a server that runs another version, or is not ready', async () => {
    const answers = [
      { status: 503, json: { message: 'The disk is full.' } },
      { status: 200, json: { info: { version: '0.0.1' } } },
    ]
    const other = createServer((_request, response) => {
      const { status = 404, json } = answers.shift() ?? {}
      response.writeHead(status).end(JSON.stringify(json))
    }).listen(Number(env.PORT), '127.0.0.1')
    onTestFinished(() => void other.close())
    expect((await diagnose()).wrong).toEqual([
      `wrong  The server at http://localhost:${env.PORT} is not ready: The disk is full.`,
      `wrong  The server at http://localhost:${env.PORT} still runs version 0.0.1: restart it.`,
    ])
  })
})

test('ends with the sentence of a wrong setting', async () => {
  const lines: string[] = []
  expect(await runDoctor({ PORT: 'http', ADMIN_PASSWORD: SECRET }, (line) => lines.push(line), '/nowhere')).toBe(false)
  expect(lines.at(-1)).toMatch(/^wrong {2}PORT must be .+\.$/)
})

test('names a missing data folder and a database that does not exist', async () => {
  const lines: string[] = []
  expect(await runDoctor({ DATA_DIR: '/nowhere' }, (line) => lines.push(line), '/nowhere')).toBe(false)
  expect(lines).toContain(
    'wrong  The data folder /nowhere (DATA_DIR) is missing: start SevaDesk once, or correct DATA_DIR.',
  )
  expect(lines).toContainEqual(expect.stringMatching(/^wrong {2}There is no database in the data folder/))
})
