import { randomBytes } from 'node:crypto'
import type { ChequeStep } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift, GiftChange, NewGift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { readPdf } from '../files/drawn-pdf.ts'
import type { CallOptions, SharedApp } from '../shared-app.ts'

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

export const newKey = () => randomBytes(16).toString('hex')

/** Calls about gifts by hand. Those that begin with `try` return the whole response. */
export function giftCalls(here: SharedApp) {
  const giftOf = async (response: ReturnType<SharedApp['send']>): Promise<Gift> => {
    const { statusCode, body } = await response
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
    return JSON.parse(body).data
  }
  const tryAdd = (sent: object, options?: CallOptions) => here.send('POST', '/gifts', sent, options)
  const tryChange = (id: string, sent: object, options?: CallOptions) => here.send('PUT', `/gifts/${id}`, sent, options)
  const tryMove = (id: string, step: string, on: string, options?: CallOptions) =>
    here.send('POST', `/gifts/${id}/cheque`, { step, on }, options)
  const tryUndo = (id: string, step: ChequeStep, options?: CallOptions) =>
    here.send('POST', `/gifts/${id}/cheque/undo`, { step }, options)
  const read = (id: string) => giftOf(here.send('GET', `/gifts/${id}`))
  const entriesOf = (id: string) =>
    here.db.selectFrom('cash_book_entries').selectAll().where('donation_id', '=', id).orderBy('id').execute()
  return {
    ...{ tryAdd, tryChange, tryMove, tryUndo, read, entriesOf },
    /** Tests share a database and their references. */
    add: (sent: { confirmed?: readonly string[]; [field: string]: unknown }, options?: CallOptions) =>
      giftOf(tryAdd({ ...sent, confirmed: [...(sent.confirmed ?? []), 'reference'] }, options)),
    change: (id: string, sent: GiftChange) => giftOf(tryChange(id, sent)),
    move: (id: string, step: string, on: string) => giftOf(tryMove(id, step, on)),
    /** Takes back the step that was recorded last. */
    undo: async (id: string) => {
      const { bouncedOn, clearedOn } = await read(id)
      return giftOf(tryUndo(id, (bouncedOn && 'bounced') || (clearedOn && 'cleared') || 'deposited'))
    },
    remove: (id: string) => here.send('DELETE', `/donate/${id}`),
    restore: (id: string) => here.send('POST', `/trash/donation/${id}/restore`, {}),
    /** Status and sentence of a refusal. */
    refusal: async (response: ReturnType<SharedApp['send']>) => {
      const { statusCode, body } = await response
      const { fields, message } = JSON.parse(body)
      return [statusCode, fields?.on ?? message]
    },
    /** The text of a receipt. */
    textOf: async (token: string | undefined) =>
      (await readPdf((await here.send('POST', `/donate/receipt/${token}`)).rawPayload)).text,
    /** Why each receipt of a gift is cancelled; null for a valid one. */
    reasonsOf: async (id: string) => (await read(id)).receipts.map(({ reason }) => reason),
    /** The entries of the cash books about a gift, in the order in which they were made. */
    bookOf: async (id: string) => (await entriesOf(id)).map(({ day, kind, amount }) => [day, kind, amount]),
    closeBooks: (day: string) =>
      here.db
        .insertInto('cash_book_closings')
        .values({ day, closed_at: day, closed_by: 'x', closed_by_id: 'x' })
        .execute(),
    donationOf: (id: string) =>
      here.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    snapshotsOf: async (id: string) => {
      const rows = await here.db
        .selectFrom('receipts')
        .select('snapshot')
        .where('donation_id', '=', id)
        .orderBy('number')
        .execute()
      return rows.map(({ snapshot }) => JSON.parse(snapshot))
    },
    /** Merges one donor into another. */
    merge: (survivorId: string, mergedId: string) =>
      here.send('POST', `/donors/${survivorId}/merge`, { mergedId, take: [] }),
    /** Saves settings with one rule, and what `more` has. */
    setRule: async (rule: object, more: object = {}) => {
      const content = { name: 'Seva Trust', rules: [{ from: '2020-01-01', ...rule }], ...more }
      const saved = await here.send('PUT', '/settings', { content }, { by: await here.signIn('superadmin') })
      if (saved.statusCode !== 200) throw new Error(saved.body)
    },
  }
}
