import { readdir, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runHistoryAccept } from '../../commands/run-history.ts'
import { type Db, lockUntilCommit } from '../../db/db.ts'
import { headFile } from '../../keys/key-file.ts'
import { onlyPostgres } from '../../testing/databases.ts'
import { guardedHistory } from '../../testing/guarded-history.ts'
import { dropHistoryTriggers, removeKeptHead } from '../../testing/history.ts'
import { BEFORE_FIRST, type KeptHead } from './history-chain.ts'
import { writeKeptHead } from './history-head-service.ts'
import { openHistory } from './history-service.ts'

onlyPostgres(() => {
  const { server, record, guard, keptHead, forgeHead, cutOff, restart, verify } = guardedHistory('PostgreSQL')

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

  test('seals no earlier row if the end is cut off while the server waits to seal the newest one', async () => {
    await record('e1', 'e2', 'e3')
    const running = await guard()
    await dropHistoryTriggers(server.db)
    const newest = await server.db.selectFrom('history').selectAll().orderBy('n', 'desc').executeTakeFirstOrThrow()
    // A row that did not move the head, as an attacker adds it.
    await server.db
      .insertInto('history')
      .values({ ...newest, n: newest.n + 1 })
      .execute()
    await cutWhileWaiting(server.db, running.update)
    expect(server.history.breaks).toEqual([{ n: 3, kind: 'cut-off' }])
    expect(await keptHead()).toMatchObject({ n: newest.n })
  })

  test('accepts no end that is cut off during the check', async () => {
    await record('e1', 'e2')
    await dropHistoryTriggers(server.db)
    await forgeHead('{}')
    const accepting = cutWhileWaiting(server.db, () => runHistoryAccept(server.config, () => undefined))
    await expect(accepting).rejects.toThrow('The history lost rows during the check')
    expect(await keptHead()).toMatchObject({ n: 0 })
  })

  test('a first head of a server that starts at the same time does not replace that of a row', async () => {
    await record('e1')
    const head = await keptHead()
    await writeKeptHead(server.db, server.config.keysDir, server.history.key, BEFORE_FIRST)
    expect(await keptHead()).toEqual(head)
  })

  test('a running server reports an older genuine head beside a whole history', async () => {
    await record('e1')
    const old = await keptHead()
    await record('e2')
    const running = await guard()
    await forgeHead(JSON.stringify(old))
    await running.update()
    expect(server.history.breaks).toEqual([{ n: 0, kind: 'head-forged' }])
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

/** Cuts off all but two rows after `run`, which waits for the lock of the history, has looked at them. */
async function cutWhileWaiting(db: Db, run: () => Promise<unknown>): Promise<void> {
  const running = await db.transaction().execute(async (attacker) => {
    await lockUntilCommit(attacker, 'history')
    const promise = run()
    promise.catch(() => undefined)
    await expect.poll(() => countWaiting(db)).toBe(1)
    for (const table of ['history', 'history_values'] as const)
      await attacker.deleteFrom(table).where('n', '>', 2).execute()
    return { promise }
  })
  await running.promise
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length
}
