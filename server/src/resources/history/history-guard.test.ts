import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runBackup } from '../../commands/run-backup.ts'
import { runHistoryAccept, runHistoryErase, runHistoryVerify } from '../../commands/run-history.ts'
import { headFile } from '../../keys/key-file.ts'
import { newPartName } from '../../media/disk-files.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin, buildDonation } from '../../testing/factories.ts'
import { guardedHistory } from '../../testing/guarded-history.ts'
import { dropHistoryTriggers, historyOf, removeKeptHead } from '../../testing/history.ts'
import { findLastGood } from '../backups/backup-store.ts'
import { allFindings, verifyBackup } from '../backups/verify-service.ts'
import { readKeptHead } from './history-head-service.ts'

anyDatabase((engine) => {
  const { server, logged, record, guard, keptHead, forgeHead, cutOff, restart, verify, asEarlierVersion } =
    guardedHistory(engine)

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
})
