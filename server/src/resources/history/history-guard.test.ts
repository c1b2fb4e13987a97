import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runBackup } from '../../commands/run-backup.ts'
import { runHistoryAccept, runHistoryErase, runHistoryVerify } from '../../commands/run-history.ts'
import { isPostgres } from '../../db/db.ts'
import { headFile } from '../../keys/key-file.ts'
import { newPartName } from '../../media/disk-files.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin, buildDonation } from '../../testing/factories.ts'
import { dropHistoryTriggers, forgeKeptHead, historyOf, removeKeptHead } from '../../testing/history.ts'
import { newServerEachTest } from '../../testing/test-app.ts'
import { findLastGood } from '../backups/backup-store.ts'
import { allFindings, verifyBackup } from '../backups/verify-service.ts'
import type { KeptHead } from './history-chain.ts'
import { guardHistory } from './history-check-service.ts'
import { readKeptHead } from './history-head-service.ts'
import { openHistory } from './history-service.ts'

anyDatabase((engine) => {
  const server = newServerEachTest({ engine })
  let logged: string[]
  // As the first start of a new server. Row 1 says that head files have seals.
  beforeEach(async () => {
    logged = []
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

  test('keeps the newest row, on SQLite in a file of the owner alone', async () => {
    const { keysDir } = server.config
    // As a killed process leaves it.
    await writeFile(join(keysDir, newPartName()), 'a part of a key')
    const { stop } = await guard()
    expect(await keptHead()).toMatchObject({ n: 1 })
    expect(await historyOf(server.db)).toMatchObject([{ action: 'history.head-sealed' }])
    expect((await readdir(keysDir)).sort()).toEqual([...(engine === 'SQLite' ? ['history.head'] : []), 'history.key'])
    await record('e1', 'e2')
    await stop()
    const row = await server.db.selectFrom('history').select(['n', 'mac']).where('n', '=', 3).executeTakeFirstOrThrow()
    expect(await keptHead()).toEqual({ ...row, at: expect.any(String), seal: expect.stringMatching(/^[\w-]{43}$/) })
    if (engine === 'SQLite') expect((await stat(headFile(keysDir))).mode & 0o777).toBe(0o600)
    expect(logged).toEqual([])
  })

  test('reports where the end was cut off, at start and while running, and keeps the evidence', async () => {
    await record('e1', 'e2', 'e3')
    const running = await guard()
    await cutOff(3)
    const found = { n: 3, kind: 'cut-off' }
    // However many rows are written in their place.
    for (const id of ['none', 'e2', 'e3', 'e4']) {
      if (id !== 'none') await record(id)
      await running.update()
      expect(server.history.breaks).toEqual([found])
    }
    expect(logged).toEqual([expect.stringContaining('Row 3 of the history and all later rows were cut off')])
    await restart()
    expect(server.history.breaks).toEqual([found])
    expect((await server.get('/health')).json()).toMatchObject({ status: 'degraded', reason: 'history_broken' })
    const lines: string[] = []
    await runHistoryVerify(server.config, (line) => lines.push(line))
    expect(lines[0]).toMatch('Row 3 of the history and all later rows were cut off')
    expect(await keptHead()).toMatchObject({ n: 4 })
  })

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

  test.each([1, 4])(
    'a head file that is missing beside a used database is a break, after a cut from row %i',
    async (from) => {
      await buildAdmin(server.db)
      await record('e1', 'e2', 'e3')
      await (await guard()).stop()
      await cutOff(from)
      const left = await historyOf(server.db)
      await removeKeptHead(server.db, server.config.keysDir)
      await restart()
      await restart()
      expect(logged).toEqual(Array(2).fill(expect.stringMatching(/^The kept head of the history is missing/)))
      expect(await readKeptHead(server.db, server.config.keysDir)).toBeNull()
      expect(await verify()).toEqual({
        isWhole: false,
        text: expect.stringContaining(`Rows that are whole: ${from - 1}.`),
      })
      expect((await server.get('/health')).json()).toMatchObject({ status: 'degraded', reason: 'history_broken' })
      const superadmin = await server.signIn('superadmin')
      const isUnchecked = { isHistoryIntact: false, isHistoryEndUnchecked: true }
      expect((await superadmin.get('/system')).json().data).toMatchObject(isUnchecked)
      expect((await superadmin.get('/history')).json()).toMatchObject({ isIntact: false, isEndUnchecked: true })
      // The operator decides, and the history says so.
      await runHistoryAccept(server.config, () => undefined)
      await restart()
      expect(server.history.breaks).toEqual([])
      expect(await historyOf(server.db)).toMatchObject([
        ...left,
        {
          action: 'history.end-accepted',
          command: 'history:verify',
          details: { historyRows: from - 1, replacedRows: null },
        },
        ...(from === 1 ? [{ action: 'history.head-sealed' }] : []),
      ])
    },
  )

  test.each([
    ['one with a wrong seal', (head: object) => JSON.stringify({ ...head, seal: 'x' })],
    ['one of an earlier row', (head: object, row: object) => JSON.stringify({ ...head, ...row })],
    ['a damaged one', () => '{"n":'],
    ['one without a seal', ({ at }: { at: string }, row: object) => JSON.stringify({ ...row, at })],
    ['one without a seal and rows', () => JSON.stringify({ n: 0, mac: '', at: '' })],
  ])('does not believe a head file that another program wrote: %s', async (_what, forge) => {
    await record('e1', 'e2', 'e3')
    await (await guard()).stop()
    const row = await server.db.selectFrom('history').select(['n', 'mac']).where('n', '=', 3).executeTakeFirstOrThrow()
    await cutOff(4)
    const forged = forge(await keptHead(), row)
    await forgeHead(forged)
    const before = await keptHead()
    await restart()
    expect(server.history.breaks).toContainEqual({ n: 0, kind: 'head-forged' })
    expect(await keptHead()).toEqual(before)
    if (engine === 'SQLite') expect(await readFile(headFile(server.config.keysDir), 'utf8')).toBe(forged)
    expect((await verify()).isWhole).toBe(false)
  })

  /** As an earlier version left it: no row says that head files have seals. */
  async function asEarlierVersion(...ids: string[]): Promise<void> {
    await cutOff(1)
    await record(...ids)
    const row = await server.db.selectFrom('history').select(['n', 'mac']).orderBy('n', 'desc').executeTakeFirst()
    if (isPostgres(server.db)) await removeKeptHead(server.db, server.config.keysDir)
    await writeFile(headFile(server.config.keysDir), JSON.stringify({ ...row, at: new Date().toISOString() }))
  }

  test('accepts a head file of an earlier version once, seals it and logs it', async () => {
    await asEarlierVersion('e1')
    expect(await verify()).toMatchObject({ isWhole: true, text: expect.stringContaining('has no seal') })
    await restart()
    await restart()
    expect(logged).toEqual([expect.stringContaining('without a seal')])
    expect(server.history.breaks).toEqual([])
    const { seal, ...unsealed } = await keptHead()
    expect(unsealed.n).toBe(2)
    expect((await historyOf(server.db)).at(-1)).toMatchObject({ action: 'history.head-sealed' })
    await writeFile(headFile(server.config.keysDir), JSON.stringify(unsealed))
    await restart()
    expect(server.history.breaks).toEqual([{ n: 0, kind: 'head-forged' }])
  })

  test('accepts no head file that knows no row', async () => {
    await asEarlierVersion('e1')
    await writeFile(headFile(server.config.keysDir), JSON.stringify({ n: 0, mac: '', at: '' }))
    await restart()
    expect(server.history.breaks).toEqual([{ n: 0, kind: 'head-forged' }])
  })

  test('checks all rows before it accepts a head file without a seal', async () => {
    await record(...Array.from({ length: 1001 }, (_, n) => `e${n}`))
    const { seal: _, ...unsealed } = await keptHead()
    await dropHistoryTriggers(server.db)
    await server.db.deleteFrom('history').where('n', '=', 1).execute()
    const { n, mac } = await server.db.selectFrom('history').selectAll().orderBy('n', 'desc').executeTakeFirstOrThrow()
    await writeFile(headFile(server.config.keysDir), JSON.stringify({ ...unsealed, n, mac }))
    for (const _start of [1, 2]) {
      await restart()
      expect(server.history.breaks).toEqual([
        { n: 0, kind: 'head-forged' },
        { n: 1, kind: 'removed' },
      ])
      expect(await keptHead()).toEqual({ ...unsealed, n, mac })
    }
    // `history:verify` and backups report the same break.
    expect((await verify()).text).toMatch(
      /^The kept head of the history is forged .*\nRow 1 of the history was removed/,
    )
    const options = { file: join(server.config.dataDir, 'backup.tar'), key: undefined, kind: 'manual' } as const
    expect(await runBackup(server.config, options, () => undefined)).toMatch(/its history may lack its end/)
  })

  test('accepts the end of an earlier version beside a broken row that the operator names, and records it', async () => {
    await asEarlierVersion('e1', 'e2', 'e3')
    await changeRow(2)
    await restart()
    const broken = { n: 2, kind: 'changed' }
    expect(server.history.breaks).toEqual([{ n: 0, kind: 'head-forged' }, broken])
    for (const other of [undefined, 1]) expect((await accept(other)).isAccepted).toBe(false)
    expect((await accept(2)).isAccepted).toBe(true)
    const details = { historyRows: 3, replacedRows: 3, brokenRow: 2 }
    expect((await historyOf(server.db)).at(-1)).toMatchObject({ action: 'history.end-accepted', details })
    await restart()
    // The row stays broken; the end and the rows behind it are protected again.
    expect(server.history.breaks).toEqual([broken])
    expect((await server.get('/health')).json()).toMatchObject({ status: 'ok' })
    expect(await verify()).toMatchObject({
      isWhole: false,
      text: expect.stringContaining('Rows that are whole: 4'),
    })
    await cutOff(5)
    await restart()
    expect(server.history.breaks).toEqual([broken, { n: 5, kind: 'cut-off' }])
    for (const row of [2, 5]) expect((await accept(row)).isAccepted).toBe(false)
    await changeRow(3)
    await restart()
    expect(server.history.breaks).toEqual([broken, { n: 3, kind: 'changed' }, { n: 5, kind: 'cut-off' }])
  })

  test('accepts no broken row beside a cut that the kept head shows, and names both', async () => {
    await record('e1', 'e2', 'e3', 'e4')
    await (await guard()).stop()
    await cutOff(5)
    await changeRow(3)
    const head = await keptHead()
    const both = /^Row 3 of the history was changed\.\nRow 5 of the history and all later rows were cut off/
    expect(await accept(3)).toEqual({ isAccepted: false, text: expect.stringMatching(both) })
    expect(await verify()).toEqual({ isWhole: false, text: expect.stringMatching(both) })
    expect(await keptHead()).toEqual(head)
  })

  test.each([
    ['another row was changed', /^Row 3 .*changed\.\nRow 4 .* changed/, () => changeRow(4)],
    ['it was removed', /^Row 3 .*removed/, () => server.db.deleteFrom('history').where('n', '=', 3).execute()],
  ])('accepts no broken row without a kept head if %s', async (_what, sentences, damage) => {
    await record('e1', 'e2', 'e3', 'e4')
    await (await guard()).stop()
    await dropHistoryTriggers(server.db)
    await changeRow(3)
    await damage()
    await removeKeptHead(server.db, server.config.keysDir)
    expect(await accept(3)).toEqual({ isAccepted: false, text: expect.stringMatching(sentences) })
  })

  test('completes a first start that was killed between the key and the head file', async () => {
    await cutOff(1)
    await removeKeptHead(server.db, server.config.keysDir)
    await restart()
    expect(server.history.breaks).toEqual([])
  })

  test('a history that was emptied beside data is no first start', async () => {
    await buildDonation(server.db)
    await cutOff(1)
    await removeKeptHead(server.db, server.config.keysDir)
    await restart()
    expect(server.history.breaks).toEqual([{ n: 0, kind: 'head-missing' }])
  })

  test('compares the history with a backup', async () => {
    await record('e1', 'e2')
    const file = join(server.config.dataDir, 'backup.tar')
    await runBackup(server.config, { file, key: undefined, kind: 'manual' }, () => undefined)
    await (await guard()).stop()
    expect(await verify({ file })).toMatchObject({ isWhole: true, text: expect.stringContaining('has row 3') })
    await cutOff(3)
    await runHistoryAccept(server.config, () => undefined)
    expect((await verify()).isWhole).toBe(true)
    expect(await verify({ file })).toMatchObject({ isWhole: false, text: expect.stringContaining('lacks row 3') })
  })

  test.each([
    ['missing', () => removeKeptHead(server.db, server.config.keysDir)],
    ['forged', () => forgeHead('{}')],
  ])('a backup with a %s head file has a problem, and no row to compare with', async (_what, damage) => {
    await record('e1')
    await damage()
    const file = join(server.config.dataDir, 'backup.tar')
    const problem = await runBackup(server.config, { file, key: undefined, kind: 'manual' }, () => undefined)
    expect(problem).toMatch(/its history may lack its end\. The kept head of the history is .*history:verify/)
    expect(await findLastGood(server.db, ['manual'], new Date())).toBeUndefined()
    expect((await verify({ file })).text).toMatch(/names no last row of the history: there is nothing to compare/)
    const findings = allFindings(await verifyBackup(file, undefined))
    expect(findings).toEqual([expect.stringMatching(/^It cannot be checked whether the end of the history is whole/)])
  })

  test('a backup after a cut has a problem', async () => {
    await record('e1')
    await (await guard()).stop()
    await cutOff(2)
    const file = join(server.config.dataDir, 'backup.tar')
    const problem = await runBackup(server.config, { file, key: undefined, kind: 'manual' }, () => undefined)
    expect(problem).toMatch(/Row 2 of the history and all later rows were cut off/)
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
    await cutOff(4)
    expect(await accept({ file })).toBe(false)
    expect(await keptHead()).toMatchObject({ n })
    expect(await accept()).toBe(true)
    expect(await historyOf(server.db)).toContainEqual(
      expect.objectContaining({ action: 'history.end-accepted', details: { historyRows: 3, replacedRows: n } }),
    )
    const [old] = (await readdir(keysDir)).filter((name) => name.startsWith('history.head.'))
    if (engine === 'SQLite') expect(await readFile(join(keysDir, old ?? ''), 'utf8')).toContain(`{"n":${n},`)
    else expect(old).toBeUndefined()
    await removeKeptHead(server.db, keysDir)
    await server.db.updateTable('history').set({ record_id: 'e3' }).where('n', '=', 3).execute()
    expect(await accept()).toBe(false)
    expect(await readKeptHead(server.db, keysDir)).toBeNull()
  })

  test('reports a forged head file and the rows that it knows were cut off', async () => {
    await record('e1', 'e2', 'e3')
    await (await guard()).stop()
    await forgeHead(JSON.stringify({ ...(await keptHead()), seal: 'x' }))
    await cutOff(4)
    await restart()
    expect(logged).toEqual([
      expect.stringMatching(/^The kept head of the history is forged or damaged/),
      expect.stringMatching(/^Row 4 of the history and all later rows were cut off/),
    ])
    expect((await verify()).text).toMatch(/forged or damaged[\s\S]*Row 4 of the history/)
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
    await server.db.updateTable('history').set({ record_id: 'e3' }).where('n', '=', 3).execute()
    expect(await runHistoryVerify(server.config, print)).toBe(false)
    expect(lines).toEqual([
      'The history is whole. Rows: 4.',
      'The values of 2 entries were erased.',
      'The history has no values of this record.',
      'The history is whole. Rows: 5.',
      'Row 3 of the history was changed.',
      'Rows that are whole: 2.',
    ])
  })

  if (engine === 'SQLite') return

  /** As a version left it that kept the head in a file. */
  async function asWithFile(ids: readonly string[]): Promise<KeptHead> {
    await record(...ids)
    const head = await keptHead()
    await removeKeptHead(server.db, server.config.keysDir)
    await writeFile(headFile(server.config.keysDir), JSON.stringify(head))
    return head
  }
  const keyFiles = async () => (await readdir(server.config.keysDir)).sort()

  test('moves the head of an earlier version from its file into the row, after a check', async () => {
    const head = await asWithFile(['e1', 'e2'])
    // Written before the check, as a start does.
    await record('e3')
    expect(await verify()).toMatchObject({ isWhole: true })
    await restart()
    expect([server.history.breaks, await keyFiles()]).toEqual([[], ['history.key']])
    expect(await keptHead()).toMatchObject({ n: head.n + 1 })
    await record('e4')
    expect(await keptHead()).toMatchObject({ n: head.n + 2 })
  })

  test.each(['with', 'without'])('keeps the file of an earlier version that knows more rows, %s a row', async (how) => {
    const head = await asWithFile(['e1', 'e2'])
    if (how === 'with') await forgeHead(JSON.stringify(head))
    await cutOff(3)
    await record('other')
    await restart()
    expect(server.history.breaks).toEqual([{ n: 3, kind: 'cut-off' }])
    expect([await keptHead(), await keyFiles()]).toEqual([head, ['history.head', 'history.key']])
    await runHistoryAccept(server.config, () => undefined)
    await restart()
    expect([server.history.breaks, (await verify()).isWhole]).toEqual([[], true])
    expect(await keyFiles()).toEqual([expect.stringMatching(/^history\.head\.2/), 'history.key'])
  })

  test('removes the file that a copied folder of keys has, after a check', async () => {
    await asWithFile(['e1'])
    await restart()
    const old = await keptHead()
    await record('e2')
    await writeFile(headFile(server.config.keysDir), JSON.stringify(old))
    await restart()
    expect([server.history.breaks, await keyFiles()]).toEqual([[], ['history.key']])
    expect(await keptHead()).toMatchObject({ n: old.n + 1 })
  })

  test.each([
    ['an older genuine head', { n: 3, kind: 'cut-off' }, (old: KeptHead) => forgeHead(JSON.stringify(old))],
    ['no head', { n: 0, kind: 'head-missing' }, () => removeKeptHead(server.db, server.config.keysDir)],
    ['a forged head', { n: 0, kind: 'head-forged' }, () => forgeHead('{}')],
  ])('a running server finds %s', async (_what, found, forge) => {
    await record('e1')
    const old = await keptHead()
    await record('e2')
    const running = await guard()
    if (found.kind === 'cut-off') await cutOff(3)
    await forge(old)
    await record('e3')
    await running.update()
    expect(server.history.breaks).toEqual([found])
    expect((await server.get('/health')).json()).toMatchObject({ status: 'degraded', reason: 'history_broken' })
  })

  test('two servers keep one head', async () => {
    const other = await openHistory(server.db, server.config.keysDir)
    const guards = [await guard(), await guard(other)]
    for (const history of [other, server.history, other])
      await history.server.record(server.db, { action: 'event.added', recordKind: 'event', recordId: 'e' })
    for (const { stop } of guards) await stop()
    expect([server.history.breaks, other.breaks]).toEqual([[], []])
    expect(await keptHead()).toMatchObject({ n: 4 })
    expect(await verify()).toMatchObject({ isWhole: true, text: 'The history is whole. Rows: 4.' })
  })
})
