import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildEntry, buildOfflineGift, entryTextsOf } from '../../testing/gifts/offline-gift-factories.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'
import { type History, openHistory } from '../history/history-service.ts'
import { closeBooks } from './cash-book-service.ts'
import { addEntry } from './cash-book-store.ts'

const DAY = '2026-11-20'
const TODAY = '2026-11-21'
const ROUNDS = 10
const DESKS = 6

eachDatabase((engine) => {
  let history: History
  const here = openForEachTest(engine)

  const entriesOf = (day: string) =>
    here.db.selectFrom('cash_book_entries').select('id').where('day', '=', day).execute()
  const closeAt = (day: string) =>
    closeBooks(
      { db: here.db, recorder: history.from({ actor: { id: 'm', username: 'meera' } }) },
      { day, today: TODAY },
    )

  test('no entry gets into a book after it is closed, while desks enter gifts', async () => {
    history = await openHistory(here.db, `${here.dataDir}/keys`)
    const gifts = await Promise.all(
      Array.from({ length: ROUNDS * DESKS }, () => buildOfflineGift(here.db, { received_on: DAY })),
    )
    let written = 0
    let closing: Promise<number> | undefined
    const closeAndCount = async () => {
      await closeAt(DAY)
      return (await entriesOf(DAY)).length
    }
    const desk = async (at: number) => {
      for (const gift of gifts.slice(at * ROUNDS, (at + 1) * ROUNDS)) {
        await buildEntry(here.db, gift, { today: TODAY })
        written += 1
        if (written >= (ROUNDS * DESKS) / 3) closing ??= closeAndCount()
      }
    }
    await Promise.all(Array.from({ length: DESKS }, (_, at) => desk(at)))
    const closedWith = await closing
    const [inClosed, inOpen] = [await entriesOf(DAY), await entriesOf(TODAY)]
    expect(inClosed).toHaveLength(closedWith ?? -1)
    expect(inClosed.length + inOpen.length).toBe(ROUNDS * DESKS)
    expect(Math.min(inClosed.length, inOpen.length)).toBeGreaterThan(0)
  })

  if (engine === 'PostgreSQL')
    test('closing waits for an entry that is being written', async () => {
      history = await openHistory(here.db, `${here.dataDir}/keys`)
      const entry = await entryTextsOf(here.db, await buildOfflineGift(here.db))
      const events: string[] = []
      let closing: Promise<unknown> = Promise.resolve()
      await here.db.transaction().execute(async (transaction) => {
        await addEntry(transaction, { day: DAY, today: TODAY, kind: 'gift', ...entry })
        closing = closeAt(DAY).then(() => events.push('closed'))
        while (events.length === 0 && (await countWaiting(here.db)) !== 1) await Promise.resolve()
        events.push('written')
      })
      await closing
      expect(events).toEqual(['written', 'closed'])
      expect(await entriesOf(DAY)).toHaveLength(1)
    })

  test('one of several desks closes a day', async () => {
    history = await openHistory(here.db, `${here.dataDir}/keys`)
    const outcomes = await Promise.allSettled(Array.from({ length: DESKS }, () => closeAt(DAY)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ statusCode: 409 })
    expect(await here.db.selectFrom('cash_book_closings').select('day').execute()).toEqual([{ day: DAY }])
  })
})
