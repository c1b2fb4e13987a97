import { writeFile } from 'node:fs/promises'
import { beforeEach, expect } from 'vitest'
import { runHistoryAccept, runHistoryVerify } from '../commands/run-history.ts'
import { isPostgres } from '../db/db.ts'
import { headFile } from '../keys/key-file.ts'
import { guardHistory } from '../resources/history/history-check-service.ts'
import { readKeptHead } from '../resources/history/history-head-service.ts'
import { openHistory } from '../resources/history/history-service.ts'
import type { Engine } from './databases.ts'
import { dropHistoryTriggers, forgeKeptHead, removeKeptHead } from './history.ts'
import { newServerEachTest } from './test-app.ts'

/**
 * A new server before each test of a suite, started once: row 1 of its history says that heads have
 * seals. And what changes, breaks and checks that history.
 */
export function guardedHistory(engine: Engine) {
  const server = newServerEachTest({ engine })
  const logged: string[] = []
  beforeEach(async () => {
    logged.length = 0
    await restart()
  })

  const record = (...ids: string[]) =>
    server.db.transaction().execute(async (transaction) => {
      for (const recordId of ids) {
        await server.history.server.record(transaction, { action: 'event.added', recordKind: 'event', recordId })
      }
    })
  const guard = (history = server.history) => {
    const log = {
      error: (_details: object, message: string) => void logged.push(message),
      warn: (message: string) => void logged.push(message),
    }
    return guardHistory({ db: server.db, keysDir: server.config.keysDir, history, log })
  }
  const keptHead = async () => {
    const head = await readKeptHead(server.db, server.config.keysDir)
    return head ?? expect.fail('no head is kept')
  }
  const forgeHead = (text: string) => forgeKeptHead(server.db, server.config.keysDir, text)
  const cutOff = async (from: number) => {
    await dropHistoryTriggers(server.db)
    for (const table of ['history', 'history_values'] as const) {
      await server.db.deleteFrom(table).where('n', '>=', from).execute()
    }
  }
  const changeRow = (n: number) => server.db.updateTable('history').set({ record_id: 'x' }).where('n', '=', n).execute()

  /** Starts again, as another process does. */
  async function restart(): Promise<void> {
    const history = await openHistory(server.db, server.config.keysDir)
    await (await guard(history)).stop()
    server.history.breaks = history.breaks
  }

  async function verify(archive?: Parameters<typeof runHistoryVerify>[2]) {
    const lines: string[] = []
    const isWhole = await runHistoryVerify(server.config, (line) => lines.push(line), archive)
    return { isWhole, text: lines.join('\n') }
  }

  async function accept(brokenRow?: number) {
    const lines: string[] = []
    const isAccepted = await runHistoryAccept(server.config, (line) => lines.push(line), { brokenRow })
    return { isAccepted, text: lines.join('\n') }
  }

  /** As an earlier version left it: no row says that head files have seals. */
  async function asEarlierVersion(...ids: string[]): Promise<void> {
    await cutOff(1)
    await record(...ids)
    const row = await server.db.selectFrom('history').select(['n', 'mac']).orderBy('n', 'desc').executeTakeFirst()
    if (isPostgres(server.db)) await removeKeptHead(server.db, server.config.keysDir)
    await writeFile(headFile(server.config.keysDir), JSON.stringify({ ...row, at: new Date().toISOString() }))
  }

  return {
    ...{ server, logged, record, guard, keptHead, forgeHead, cutOff, changeRow },
    ...{ restart, verify, accept, asEarlierVersion },
  }
}
