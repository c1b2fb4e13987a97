import type { Desk, MonthGift, OfficeEvent, OfflineGift, OnlineGift } from './month-types.ts'

/** The day after which the last book is closed. */
export const LAST_DAY = '2026-04-15'

type Named<Gift> = Partial<Gift> & Pick<Gift, 'key' & keyof Gift>

const byHand = (gift: Named<OfflineGift> & Pick<OfflineGift, 'mode' | 'rupees' | 'day'>): OfflineGift => ({
  ...{ donor: null, purpose: null, institution: null, collector: null, desk: 'meera', type: 'general', details: {} },
  ...gift,
})
const online = (gift: Named<OnlineGift> & Pick<OnlineGift, 'rupees' | 'orderedAt' | 'capturedAt'>): OnlineGift => ({
  ...{ mode: 'razorpay', method: 'upi', donor: null, purpose: 'meals' },
  ...gift,
})
const typed = { isTyped: true, purpose: 'cows', collector: 'Ramesh' }

/** The gifts to which something happens, or that differ from the many others. */
export const NAMED_GIFTS: readonly MonthGift[] = [
  byHand({ key: 'anonymous', mode: 'cash', rupees: '1100.55', day: '2026-03-17', purpose: 'temple' }),
  byHand({ key: 'cash-limit', mode: 'cash', rupees: '200000.00', day: '2026-03-20', donor: 'd5', desk: 'ravi' }),
  byHand({
    ...{ key: 'corpus', mode: 'bank_transfer', rupees: '51000.01', day: '2026-03-30', donor: 'd1', type: 'corpus' },
    ...{ purpose: 'school', institution: 'hospital', details: { directionLetter: 'Letter of 28 March 2026' } },
  }),
  byHand({ key: 'bounced', mode: 'cheque', rupees: '5000.25', day: '2026-03-27', donor: 'd6', purpose: 'eyes' }),
  byHand({
    key: 'bounced-cleared',
    mode: 'cheque',
    rupees: '7100.10',
    day: '2026-03-19',
    donor: 'd7',
    purpose: 'cows',
  }),
  byHand({ key: 'bounced-late', mode: 'draft', rupees: '9000.99', day: '2026-04-13', donor: 'd8', purpose: 'eyes' }),
  byHand({ key: 'cleared-in-april', mode: 'cheque', rupees: '2500.75', day: '2026-03-31', donor: 'd9' }),
  byHand({ key: 'cleared-twice', mode: 'cheque', rupees: '6500.65', day: '2026-03-26', donor: 'd18', purpose: 'eyes' }),
  byHand({ key: 'corrected', mode: 'cash', rupees: '1001.01', day: '2026-04-06', donor: 'd10', purpose: 'fodder' }),
  byHand({ key: 'corrected-late', mode: 'upi', rupees: '3333.33', day: '2026-03-25', donor: 'd1', purpose: 'meals' }),
  byHand({ key: 'found-late', mode: 'cash', rupees: '251.50', day: '2026-04-02', donor: 'd11', purpose: 'cows' }),
  byHand({ key: 'before-merge', mode: 'cash', rupees: '4004.04', day: '2026-03-18', donor: 'd2', purpose: 'eyes' }),

  byHand({ ...typed, key: 'typed-cash', mode: 'cash', rupees: '1234.56', day: '2026-03-24', donor: 'd12' }),
  byHand({
    ...typed,
    key: 'typed-cheque',
    mode: 'cheque',
    rupees: '11000.00',
    day: '2026-03-24',
    donor: 'd13',
    details: { instrumentNumber: '118204' },
  }),
  byHand({
    ...typed,
    key: 'typed-upi',
    mode: 'upi',
    rupees: '501.00',
    day: '2026-03-24',
    donor: 'd14',
    details: { reference: '608187654321' },
  }),
  byHand({
    ...typed,
    key: 'typed-in-kind',
    mode: 'in_kind',
    rupees: null,
    day: '2026-03-24',
    donor: 'd15',
    details: { item: 'Blankets', quantity: '40' },
  }),
  byHand({
    ...typed,
    key: 'typed-collection',
    mode: 'collection',
    rupees: '8765.45',
    day: '2026-03-24',
    details: { countedBy: 'Ramesh and Gopal' },
  }),

  online({
    ...{ key: 'last-second', rupees: '1008.08', donor: 'd24' },
    ...{ orderedAt: '2026-03-31T23:58:40+05:30', capturedAt: '2026-03-31T23:59:59+05:30' },
  }),
  online({
    ...{ key: 'first-second', rupees: '2016.16', donor: 'd24', method: 'card' },
    ...{ orderedAt: '2026-03-31T23:59:20+05:30', capturedAt: '2026-04-01T00:00:00+05:30' },
  }),
  online({
    ...{ key: 'next-day', rupees: '99.99', donor: 'd1', method: 'netbanking' },
    ...{ orderedAt: '2026-03-24T23:50:00+05:30', capturedAt: '2026-03-25T00:05:10+05:30' },
  }),
  online({
    ...{ key: 'site-before-merge', rupees: '610.60', donor: 'd23' },
    ...{ orderedAt: '2026-03-28T10:00:00+05:30', capturedAt: '2026-03-28T10:00:45+05:30' },
  }),
  online({
    ...{ key: 'site-after-merge', rupees: '720.70', donor: 'd23' },
    ...{ orderedAt: '2026-04-14T18:30:00+05:30', capturedAt: '2026-04-14T18:31:00+05:30' },
  }),
  online({
    ...{ key: 'refunded', rupees: '1500.15', donor: 'd16' },
    ...{ orderedAt: '2026-03-18T09:00:00+05:30', capturedAt: '2026-03-18T09:00:30+05:30' },
  }),
  online({
    ...{ key: 'refunded-in-part', rupees: '2000.20', donor: 'd17', method: 'card' },
    ...{ orderedAt: '2026-04-07T09:00:00+05:30', capturedAt: '2026-04-07T09:00:30+05:30' },
  }),
]

const meera: { desk: Desk } = { desk: 'meera' }
const ravi: { desk: Desk } = { desk: 'ravi' }

/** By the day on which the office records them. */
export const NAMED_EVENTS: Readonly<Record<string, readonly OfficeEvent[]>> = {
  '2026-03-23': [{ kind: 'cleared', gift: 'bounced-cleared', day: '2026-03-23', ...ravi }],
  '2026-03-26': [{ kind: 'merged', into: 'd1', from: 'd2', ...meera }],
  '2026-03-30': [
    {
      ...{ kind: 'deposited', day: '2026-03-30', slipNumber: '000731', bankAccount: 'State Bank 1234', ...ravi },
      gifts: ['anonymous', 'cash-limit', 'bounced', 'cleared-twice', 'typed-cash', 'typed-cheque', 'typed-collection'],
    },
  ],
  '2026-04-01': [{ kind: 'bounced', gift: 'bounced', day: '2026-04-01', ...meera }],
  '2026-04-03': [{ kind: 'bounced', gift: 'bounced-cleared', day: '2026-04-03', ...ravi }],
  '2026-04-02': [{ kind: 'cleared', gift: 'cleared-twice', day: '2026-04-02', ...meera }],
  '2026-04-04': [
    { kind: 'cleared', gift: 'cleared-in-april', day: '2026-04-04', ...ravi },
    { kind: 'cleared-undone', gift: 'cleared-twice', ...meera },
  ],
  '2026-04-06': [
    { kind: 'cleared', gift: 'cleared-twice', day: '2026-04-06', ...meera },
    { kind: 'corrected', gift: 'corrected', rupees: '1010.10', ...ravi },
  ],
  '2026-04-08': [{ kind: 'refunded', gift: 'refunded-in-part', rupees: '1.05' }],
  '2026-04-09': [{ kind: 'merged', into: 'd3', from: 'd23', ...ravi }],
  '2026-04-10': [{ kind: 'refunded', gift: 'refunded', rupees: null }],
}

/** What happens after the last book is closed. */
export const LATE_EVENTS: readonly OfficeEvent[] = [
  { kind: 'corrected', gift: 'corrected-late', rupees: '777.07', ...ravi },
  { kind: 'bounced', gift: 'bounced-late', day: '2026-04-20', ...meera },
]
