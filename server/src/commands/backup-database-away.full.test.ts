import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../../scripts/postgres-cluster.ts'
import { openDatabase, openDatabaseToRestore } from '../db/database.ts'
import { diskStore } from '../media/disk-store.ts'
import { restoreBackup } from '../resources/backups/restore-service.ts'
import { allFindings, verifyBackup } from '../resources/backups/verify-service.ts'
import { fillEveryTable } from '../testing/backups/backup-fixture.ts'
import { backUp, LAST_RECEIPTS } from '../testing/backups/backup-places.ts'
import { onlyPostgres } from '../testing/databases.ts'
import { testFolder } from '../testing/files/test-folder.ts'

onlyPostgres(() => {
  let folder: string
  let cluster: PostgresCluster
  beforeEach(async () => {
    folder = testFolder()
    cluster = await startPostgresCluster()
  })
  afterEach(async () => {
    await cluster.stop()
  })

  test('a backup and a restore say that the database went away, and succeed when it is back', {
    timeout: 180_000,
  }, async () => {
    const source = { dataDir: join(folder, 'source'), databaseUrl: `${cluster.url}/postgres`, remove: async () => {} }
    const db = await openDatabase(source)
    await fillEveryTable(db, source.dataDir)
    await db.destroy()
    const names = () => readdirSync(source.dataDir).filter((name) => name !== 'tmp')
    const before = names()

    const other = new pg.Client(source.databaseUrl)
    other.on('error', () => undefined)
    await other.connect()
    await other.query('begin; lock table receipts in access exclusive mode')
    const away = expect(backUp(source)).rejects.toThrow(/^The PostgreSQL database of DATABASE_URL cannot be used/)
    // Until the backup waits for the table.
    await vi.waitUntil(async () => {
      const { rows } = await other.query('select 1 from pg_locks where not granted')
      return rows.length > 0
    }, 60_000)
    await cluster.kill()
    await away
    expect([names(), readdirSync(join(source.dataDir, 'tmp'))]).toEqual([before, []])

    await cluster.restart()
    const file = await backUp(source)
    expect(allFindings(await verifyBackup(file, undefined))).toEqual([])

    const dataDir = join(folder, 'restored')
    mkdirSync(dataDir)
    const databaseUrl = `${cluster.url}/restored`
    const admin = new pg.Client(source.databaseUrl)
    await admin.connect()
    await admin.query('create database restored')
    await admin.end()
    const restoreOnce = async (onAsked: () => Promise<void>) => {
      const target = await openDatabaseToRestore({ dataDir, databaseUrl })
      const askLastReceipts = async () => {
        await onAsked()
        return LAST_RECEIPTS
      }
      try {
        const store = diskStore(dataDir)
        const place = {
          db: target,
          dataDir,
          store,
          keysDir: join(dataDir, 'keys'),
          recordRestore: async () => undefined,
        }
        return await restoreBackup(place, { file, key: undefined, askLastReceipts })
      } finally {
        await target.destroy()
      }
    }
    await expect(restoreOnce(() => cluster.kill())).rejects.toThrow(/could not be restored: connect ECONNREFUSED .+\.$/)
    await cluster.restart()
    await expect(openDatabase({ dataDir, databaseUrl })).rejects.toThrow('did not finish')
    expect(await restoreOnce(async () => undefined)).toMatchObject({ isHistoryWhole: true })
    await (await openDatabase({ dataDir, databaseUrl })).destroy()
  })
})
