import { randomBytes } from 'node:crypto'
import type { Language } from '@sevadesk/contract/base/language.ts'
import type { ChequeStep } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift, GiftChange, NewGift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { TestApp, TestSession } from '../test-app.ts'

interface CallOptions {
  by?: TestSession
  key?: string
  version?: number
  language?: Language
}

/** The day of tests that set the clock: 2026-11-20 in the trust's zone. */
export const NOW = Date.parse('2026-11-20T06:00:00Z')
export const TODAY = '2026-11-20'

export const CASH: NewGift = { mode: 'cash', amount: 500_00, receivedOn: TODAY }
export const CHEQUE: NewGift = {
  mode: 'cheque',
  amount: 5_000_00,
  receivedOn: TODAY,
  instrumentNumber: '000123',
  instrumentDate: TODAY,
  bank: 'State Bank',
}

/** A valid gift of each mode. A donor is added for modes that take one. */
export const GIFTS: readonly NewGift[] = [
  CASH,
  CHEQUE,
  { ...CHEQUE, mode: 'draft' },
  { ...CASH, mode: 'bank_transfer', reference: 'SBIN226324123456' },
  { ...CASH, mode: 'upi', reference: '412345678901' },
  { ...CASH, mode: 'card' },
  { mode: 'in_kind', receivedOn: TODAY, item: 'Rice', quantity: '50 kg', estimatedValue: 2_500_00 },
  { ...CASH, mode: 'collection', countedBy: 'Ramesh and Sita' },
]

/** Calls about gifts by hand, as a holder of Donations unless `by` says otherwise. */
export async function giftCalls({ app, db, signIn }: TestApp) {
  const keeper = await signIn(['Donations'])
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    options: CallOptions = {},
  ) => {
    const { by = keeper, key, version, language } = options
    const headers = {
      ...by.bearer,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(language !== undefined && { 'accept-language': language }),
    }
    return app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
  }
  const gift = async (response: ReturnType<typeof send>): Promise<Gift> => {
    const { statusCode, body } = await response
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
    return JSON.parse(body).data
  }
  return {
    keeper,
    send,
    newKey: () => randomBytes(16).toString('hex'),
    tryAdd: (sent: object, options?: CallOptions) => send('POST', '/gifts', sent, options),
    add: (sent: object, options?: CallOptions) => gift(send('POST', '/gifts', sent, options)),
    read: (id: string) => gift(send('GET', `/gifts/${id}`)),
    tryChange: (id: string, sent: object, options?: CallOptions) => send('PUT', `/gifts/${id}`, sent, options),
    change: (id: string, sent: GiftChange) => gift(send('PUT', `/gifts/${id}`, sent)),
    tryMove: (id: string, step: string, on: string, options?: CallOptions) =>
      send('POST', `/gifts/${id}/cheque`, { step, on }, options),
    move: (id: string, step: string, on: string) => gift(send('POST', `/gifts/${id}/cheque`, { step, on })),
    tryUndo: (id: string, step: ChequeStep, options?: CallOptions) =>
      send('POST', `/gifts/${id}/cheque/undo`, { step }, options),
    /** Takes back the step that was recorded last. */
    undo: async (id: string) => {
      const { bouncedOn, clearedOn } = await gift(send('GET', `/gifts/${id}`))
      const step = (bouncedOn && 'bounced') || (clearedOn && 'cleared') || 'deposited'
      return gift(send('POST', `/gifts/${id}/cheque/undo`, { step }))
    },
    remove: (id: string) => send('DELETE', `/donate/${id}`),
    restore: (id: string) => send('POST', `/trash/donation/${id}/restore`, {}),
    /** The entries of the cash books about a gift, in the order in which they were made. */
    bookOf: async (id: string) => {
      const entries = db.selectFrom('cash_book_entries').select(['day', 'kind', 'amount'])
      const rows = await entries.where('donation_id', '=', id).orderBy('id').execute()
      return rows.map(({ day, kind, amount }) => [day, kind, amount])
    },
    entriesOf: (id: string) =>
      db.selectFrom('cash_book_entries').selectAll().where('donation_id', '=', id).orderBy('id').execute(),
    closeBooks: (day: string) =>
      db.insertInto('cash_book_closings').values({ day, closed_at: day, closed_by: 'x', closed_by_id: 'x' }).execute(),
    donationOf: (id: string) => db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Saves settings with one rule, and what `more` has. */
    setRule: async (rule: object, more: object = {}) => {
      const { bearer } = await signIn('superadmin')
      const content = { name: 'Seva Trust', rules: [{ from: '2020-01-01', ...rule }], ...more }
      const saved = await app.inject({ method: 'PUT', url: '/api/settings', headers: bearer, payload: { content } })
      if (saved.statusCode !== 200) throw new Error(saved.body)
    },
  }
}
export type GiftCalls = Awaited<ReturnType<typeof giftCalls>>
