import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runBackup } from '../../commands/run-backup.ts'
import { runHistoryAccept } from '../../commands/run-history.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { guardedHistory } from '../../testing/guarded-history.ts'
import { dropHistoryTriggers, historyOf, removeKeptHead } from '../../testing/history.ts'
import { readKeptHead } from './history-head-service.ts'

anyDatabase((engine) => {
  const { server, record, guard, keptHead, cutOff, changeRow, restart, verify, accept, asEarlierVersion } =
    guardedHistory(engine)

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
})
