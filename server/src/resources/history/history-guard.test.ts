import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runBackup } from '../../commands/run-backup.ts'
import { runHistoryAccept, runHistoryErase, runHistoryVerify } from '../../commands/run-history.ts'
import { headFile } from '../../keys/key-file.ts'
import { newPartName } from '../../media/disk-files.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { dropHistoryTriggers, historyOf } from '../../testing/history.ts'
import { newServerEachTest } from '../../testing/test-app.ts'
import { guardHistory } from './history-check-service.ts'
import { openHistory } from './history-service.ts'

anyDatabase((engine) => {
  const server = newServerEachTest({ engine })
  let logged: string[]
  beforeEach(() => {
    logged = []
  })

  const record = (...ids: string[]) =>
    server.db.transaction().execute(async (transaction) => {
      for (const recordId of ids) {
        await server.history.server.record(transaction, { action: 'event.added', recordKind: 'event', recordId })
      }
    })
  const guard = () => {
    const log = {
      error: (_details: object, message: string) => void logged.push(message),
      warn: (message: string) => void logged.push(message),
    }
    return guardHistory({ db: server.db, keysDir: server.config.keysDir, history: server.history, log })
  }
  const keptHead = async () => JSON.parse(await readFile(headFile(server.config.keysDir), 'utf8'))
  const cutOff = async (from: number) => {
    await dropHistoryTriggers(server.db)
    for (const table of ['history', 'history_values'] as const) {
      await server.db.deleteFrom(table).where('n', '>=', from).execute()
    }
  }

  test('keeps the newest row in a file of the owner alone', async () => {
    await record('e1')
    const { keysDir } = server.config
    // As a killed process leaves it.
    await writeFile(join(keysDir, newPartName()), 'a part of a key')
    const { stop } = await guard()
    expect(await keptHead()).toMatchObject({ n: 1 })
    expect((await readdir(keysDir)).sort()).toEqual(['history.head', 'history.key'])
    await record('e2', 'e3')
    await stop()
    const row = await server.db.selectFrom('history').select(['n', 'mac']).where('n', '=', 3).executeTakeFirstOrThrow()
    expect(await keptHead()).toEqual({ ...row, at: expect.any(String), seal: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await stat(headFile(server.config.keysDir))).mode & 0o777).toBe(0o600)
    expect(logged).toEqual([])
  })

  test('reports where the end was cut off, at start and while running, and keeps the evidence', async () => {
    await record('e1', 'e2', 'e3')
    const running = await guard()
    await cutOff(2)
    const found = { n: 2, kind: 'cut-off' }
    // However many rows are written in their place.
    for (const id of ['none', 'e2', 'e3', 'e4']) {
      if (id !== 'none') await record(id)
      await running.update()
      expect(server.history.firstBreak).toEqual(found)
    }
    expect(logged).toEqual([expect.stringContaining('Row 2 of the history and all later rows were cut off')])
    server.history.firstBreak = null
    await (await guard()).stop()
    expect(server.history.firstBreak).toEqual(found)
    const lines: string[] = []
    await runHistoryVerify(server.config, (line) => lines.push(line))
    expect(lines).toEqual([expect.stringContaining('Row 2 of the history and all later rows were cut off')])
    expect(await keptHead()).toMatchObject({ n: 3 })
  })

  /** Starts again, as another process does. */
  async function restart(): Promise<void> {
    const { keysDir } = server.config
    server.history.firstBreak = null
    await openHistory(server.db, keysDir)
    await (await guard()).stop()
  }
  async function verify(archive?: Parameters<typeof runHistoryVerify>[2]) {
    const lines: string[] = []
    const isWhole = await runHistoryVerify(server.config, (line) => lines.push(line), archive)
    return { isWhole, text: lines.join('\n') }
  }

  test.each([1, 3])(
    'a head file that is missing beside a used database is a break, after a cut from row %i',
    async (from) => {
      await buildAdmin(server.db)
      await record('e1', 'e2', 'e3')
      await (await guard()).stop()
      await cutOff(from)
      await rm(headFile(server.config.keysDir))
      await restart()
      await restart()
      expect(logged).toEqual(Array(2).fill(expect.stringMatching(/^The head file of the history is missing/)))
      expect(existsSync(headFile(server.config.keysDir))).toBe(false)
      expect(await verify()).toEqual({
        isWhole: false,
        text: expect.stringContaining(`Rows that are whole: ${from - 1}.`),
      })
      expect((await server.get('/health')).json()).toMatchObject({ status: 'degraded', reason: 'history_broken' })
      const superadmin = await server.signIn('superadmin')
      expect((await superadmin.get('/system')).json().data.isHistoryIntact).toBe(false)
      expect((await superadmin.get('/history')).json().isIntact).toBe(false)
      // The operator decides, and the history says so.
      await runHistoryAccept(server.config, () => undefined)
      await restart()
      expect(server.history.firstBreak).toBeNull()
      expect(await historyOf(server.db)).toMatchObject([
        ...Array(from - 1).fill({ action: 'event.added' }),
        {
          action: 'history.end-accepted',
          command: 'history:verify',
          details: { historyRows: from - 1, replacedRows: null },
        },
      ])
    },
  )

  test.each([
    ['one without a valid MAC', (head: object) => JSON.stringify({ ...head, seal: 'x' })],
    ['one of an earlier row', (head: { seal: string }, row: object) => JSON.stringify({ ...head, ...row })],
    ['a damaged one', () => '{"n":'],
  ])('does not believe a head file that another program wrote: %s', async (_what, forge) => {
    await record('e1', 'e2', 'e3')
    await (await guard()).stop()
    const row = await server.db.selectFrom('history').select(['n', 'mac']).where('n', '=', 2).executeTakeFirstOrThrow()
    await cutOff(3)
    const forged = forge(await keptHead(), row)
    await writeFile(headFile(server.config.keysDir), forged)
    await restart()
    expect(server.history.firstBreak).toEqual({ n: 0, kind: 'head-forged' })
    expect(await readFile(headFile(server.config.keysDir), 'utf8')).toBe(forged)
    expect((await verify()).isWhole).toBe(false)
  })

  test('accepts a head file of an earlier version, adds the MAC and logs it', async () => {
    await record('e1')
    await (await guard()).stop()
    const { seal: _, ...earlier } = await keptHead()
    await writeFile(headFile(server.config.keysDir), JSON.stringify(earlier))
    expect(await verify()).toMatchObject({ isWhole: true, text: expect.stringContaining('has no MAC') })
    await restart()
    await restart()
    expect(logged).toEqual([expect.stringContaining('without a MAC')])
    expect(server.history.firstBreak).toBeNull()
    expect((await keptHead()).seal).toMatch(/^[\w-]{43}$/)
  })

  test('compares the history with a backup', async () => {
    await record('e1', 'e2')
    const file = join(server.config.dataDir, 'backup.tar')
    await runBackup(server.config, { file, key: undefined, kind: 'manual' }, () => undefined)
    await (await guard()).stop()
    expect(await verify({ file })).toMatchObject({ isWhole: true, text: expect.stringContaining('has row 2') })
    await cutOff(2)
    await runHistoryAccept(server.config, () => undefined)
    expect((await verify()).isWhole).toBe(true)
    expect(await verify({ file })).toMatchObject({ isWhole: false, text: expect.stringContaining('lacks row 2') })
  })

  test('accepts an end only where there is one to accept, after a look at the rows and the backup', async () => {
    await record('e1', 'e2', 'e3')
    const file = join(server.config.dataDir, 'backup.tar')
    await runBackup(server.config, { file, key: undefined, kind: 'manual' }, () => undefined)
    await (await guard()).stop()
    const { n } = await keptHead()
    const { keysDir } = server.config
    const accept = (archive?: { file: string }) => runHistoryAccept(server.config, () => undefined, archive)
    expect(await accept()).toBe(false)
    await cutOff(3)
    expect(await accept({ file })).toBe(false)
    expect(await keptHead()).toMatchObject({ n })
    expect(await accept()).toBe(true)
    expect(await historyOf(server.db)).toContainEqual(
      expect.objectContaining({ action: 'history.end-accepted', details: { historyRows: 2, replacedRows: n } }),
    )
    const [old = ''] = (await readdir(keysDir)).filter((name) => name.startsWith('history.head.'))
    expect(JSON.parse(await readFile(join(keysDir, old), 'utf8'))).toMatchObject({ n })
    await rm(headFile(keysDir))
    await server.db.updateTable('history').set({ record_id: 'e3' }).where('n', '=', 2).execute()
    expect(await accept()).toBe(false)
    expect(existsSync(headFile(keysDir))).toBe(false)
  })

  test('reports a forged head file and the rows that it knows were cut off', async () => {
    await record('e1', 'e2', 'e3')
    await (await guard()).stop()
    await writeFile(headFile(server.config.keysDir), JSON.stringify({ ...(await keptHead()), seal: 'x' }))
    await cutOff(3)
    await restart()
    expect(logged).toEqual([
      expect.stringMatching(/^The head file of the history was damaged/),
      expect.stringMatching(/^Row 3 of the history and all later rows were cut off/),
    ])
    expect((await verify()).text).toMatch(/was damaged[\s\S]*Row 3 of the history/)
  })

  test('the commands verify and erase beside a running server', async () => {
    await record('e1', 'e2', 'e1')
    await (await guard()).stop()
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    expect(await runHistoryVerify(server.config, print)).toBe(true)
    await runHistoryErase(server.config, { kind: 'event', id: 'e1' }, print)
    await runHistoryErase(server.config, { kind: 'event', id: 'e9' }, print)
    expect(await runHistoryVerify(server.config, print)).toBe(true)
    const money = runHistoryErase(server.config, { kind: 'donation', id: 'd1' }, print)
    await expect(money).rejects.toThrow(/Changes to money are always kept/)
    await dropHistoryTriggers(server.db)
    await server.db.updateTable('history').set({ record_id: 'e3' }).where('n', '=', 2).execute()
    expect(await runHistoryVerify(server.config, print)).toBe(false)
    expect(lines).toEqual([
      'The history is whole. Rows: 3.',
      'The values of 2 entries were erased.',
      'The history has no values of this record.',
      'The history is whole. Rows: 4.',
      'Row 2 of the history was changed. Rows before it that are whole: 1.',
    ])
  })
})
