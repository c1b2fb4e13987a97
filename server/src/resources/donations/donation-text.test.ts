import { listDonations } from '@sevadesk/contract/donation-schemas.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildDonation } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const COLUMNS = [
  'donor_name',
  'donor_email',
  'donor_phone',
  'donor_address',
  'donor_pan',
  'currency',
  'purpose',
  'status',
  'order_id',
  'payment_id',
  'payment_method',
  'held_payment_id',
  'receipt_token',
  'receipt_expires_at',
  'receipt_number',
  'updated_at',
  'created_at',
  'id',
] as const
const AT = '2026-05-01T00:00:00.000Z'
const idOf = (letter: string) => letter.repeat(24)

/** PostgreSQL takes nothing but text. */
describe('what another program has put into a column of text on SQLite, and is none', () => {
  let server: TestApp
  let bearer: { authorization: string }
  beforeEach(async () => {
    server = await testApp()
    bearer = (await server.signIn(['Donations', 'Dashboard'])).bearer
  })
  afterEach(() => server.close())

  const get = async (path: string) => {
    const answer = await server.app.inject({ url: `/api/donate${path}`, headers: bearer })
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer
  }
  const putBytes = (column: string, text: string, letter: string) =>
    sql`update donations set ${sql.ref(column)} = cast(${text} as blob) where id = ${idOf(letter)}`.execute(server.db)
  const build = (letter: string, given: Parameters<typeof buildDonation>[1] = {}) =>
    buildDonation(server.db, { id: idOf(letter), donor_name: 'Asha', created_at: AT, ...given })

  test.each(COLUMNS)('as a %s it costs that field alone', async (column) => {
    await build('a')
    await build('b', { receipt_token: 'token', receipt_number: '1', held_payment_id: 'pay_x' })
    await putBytes(column, 'captured', 'b')
    const [asha, all] = [column === 'donor_name' ? 1 : 2, column === 'status' ? 1 : 2]
    for (const path of ['', '?page=1', '?period=all&status=all']) {
      const { data } = (await get(path)).json()
      expect(data).toHaveLength(2)
      expect(Value.Errors(listDonations.response, { success: true, data })).toEqual([])
    }
    for (const path of ['?search=asha', '?search=asha&page=1']) expect((await get(path)).json().data).toHaveLength(asha)
    expect((await get('/export')).body.split('\r\n')).toHaveLength(4)
    expect((await get('/export?search=asha')).body.split('\r\n')).toHaveLength(asha + 2)
    for (const path of ['/successful', '/successful?limit=5', '?status=authorized', '?status=authorized&page=1'])
      expect((await get(path)).json().data).toHaveLength(all)
    expect((await get('/summary')).json().data).toMatchObject({ count: 2, uniqueDonors: 2, totalAmount: all * 50_000 })
  })

  test('in one that is deleted it costs that field alone', async () => {
    for (const column of ['status', 'donor_name', 'deleted_at']) {
      await build('a', { deleted_at: AT })
      await putBytes(column, 'captured', 'a')
      expect((await get('/deleted')).json().data).toHaveLength(1)
      await server.db.deleteFrom('donations').execute()
    }
  })

  test('as a status it does not keep others of the moment from being found', async () => {
    for (const letter of ['d', 'e', 'f']) await build(letter)
    await putBytes('status', 'captured', 'e')
    expect((await get('?search=asha&page=1')).json().data).toHaveLength(3)
    // They come before those, which move up.
    for (const letter of ['a', 'b']) await build(letter)
    const { data } = (await get('?search=asha&page=1')).json()
    expect(data.map(({ _id }: { _id: string }) => _id)).toEqual(['f', 'e', 'd', 'b', 'a'].map(idOf))
    expect((await get('?search=asha&status=authorized&page=1')).json().total).toBe(4)
  })
})
