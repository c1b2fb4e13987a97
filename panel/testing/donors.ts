import { type Backend, signedIn } from './open-panel.tsx'

/** The record of a donor, as the server returns it. */
export const ASHA = {
  _id: 'a1',
  kind: 'person',
  name: 'Asha Patil',
  otherNames: ['आशा पाटिल'],
  phones: ['+919876543210'],
  emails: ['asha@example.org'],
  pan: '••••••234F',
  address: 'Gandhi Marg',
  pinCode: '281001',
  otherIdType: null,
  otherId: null,
  citizenship: 'indian',
  language: 'hi',
  notes: 'Calls in the evening',
  consent: 'given',
  consentSource: 'paper form',
  consentAt: '2026-05-01T00:00:00.000Z',
  members: [],
  source: 'gift',
  mergedInto: null,
  isMasked: false,
  createdAt: '2026-05-01T00:00:00.000Z',
  version: 3,
}
export const RAVI = { ...ASHA, _id: 'b2', name: 'Ravi', otherNames: [], pan: null, phones: [], notes: 'Old friend' }
const DETAILS = {
  years: [
    { year: '2026-27', count: 2, amount: 150_000 },
    { year: '2024-25', count: 1, amount: 100 },
  ],
  hasOtherCurrency: false,
  firstGiftAt: '2024-05-02T06:30:00.000Z',
  lastGiftAt: '2026-11-20T06:30:00.000Z',
  merges: [],
}
const GIFT = {
  _id: 'g1',
  donorName: 'A. Patil',
  amount: 50_000,
  localStatus: 'captured',
  createdAt: '2026-05-01T06:00:00.000Z',
  receipt: { token: 't', number: 'SD/2026-27/00001' },
}
/** Two receipts of the donor, as the server returns them: the first replaces the second. */
export const RECEIPTS = [
  {
    ...{ _id: 'r2', donationId: 'g1', number: 'SD/2026-27/00002', token: 't2', receiptDay: '2026-05-02' },
    ...{ amount: 50_000, currency: 'INR', state: 'valid', cancelledAt: null },
    ...{ replaces: 'SD/2026-27/00001', replacedBy: null },
  },
  {
    ...{ _id: 'r1', donationId: 'g1', number: 'SD/2026-27/00001', token: null, receiptDay: '2026-05-01' },
    ...{ amount: 5_000, currency: 'INR', state: 'corrected', cancelledAt: '2026-05-02T06:00:00.000Z' },
    ...{ replaces: null, replacedBy: 'SD/2026-27/00002' },
  },
]
/** A page of a list. */
export const list = (rows: object[]) => [200, { success: true, data: rows, total: rows.length, page: 1 }] as const
/** The details of a donor. */
export const one = (donor: object, more: object = {}) =>
  [200, { success: true, data: { ...donor, ...DETAILS, ...more } }] as const
/** A certificate of the donor, as the server returns it. */
export const CERTIFICATE = {
  _id: 'c1',
  year: '2025-26',
  name: 'Form 10BE',
  number: 'ABC123',
  bytes: 640_000,
  addedBy: 'meera',
  createdAt: '2026-06-02T06:00:00.000Z',
}

/** A backend with both donors. */
export function donorBackend(sections = ['Donations'], more: Backend = {}): Backend {
  return {
    ...signedIn(sections, { level: 1 }),
    'GET /donors?page=1&limit=10': [...list([ASHA, RAVI])],
    'GET /donors/duplicates?page=1&limit=10': [...list([])],
    'GET /donors/a1': [...one(ASHA)],
    'GET /donors/b2': [...one(RAVI)],
    'GET /donors/a1/gifts?page=1&limit=10': [...list([GIFT])],
    'GET /donors/b2/gifts?page=1&limit=10': [...list([])],
    'GET /donors/a1/receipts?page=1&limit=10': [...list([])],
    'GET /donors/b2/receipts?page=1&limit=10': [...list([])],
    ...more,
  }
}

/** A backend that keeps certificates of both donors. */
export function certificateBackend(certificates: object[], more: Backend = {}): Backend {
  return donorBackend(['Donations'], {
    ...signedIn(['Donations'], { level: 1, trashDays: 30 }),
    'GET /donors/a1/certificates': [...list(certificates)],
    'GET /donors/b2/certificates': [...list([])],
    ...more,
  })
}
