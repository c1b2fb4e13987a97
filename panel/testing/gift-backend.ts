import { ok } from './backend.ts'
import { type Backend, signedIn } from './open-panel.tsx'

export const CHEQUE = {
  ...{ _id: 'g1', mode: 'cheque', amount: 5000_00, status: 'pending', receivedOn: '2026-11-20' },
  ...{ donorId: 'd1', donorName: 'Asha Patil', purposeId: 'p1', institutionId: 'i1', donationType: 'general' },
  ...{ directionLetter: '', approval: '', reference: '', bounceReason: '', item: '', quantity: '', note: '' },
  ...{ instrumentNumber: '004521', instrumentDate: '2026-11-18', bank: 'SBI' },
  ...{ depositedOn: null, clearedOn: null, bouncedOn: null, depositSlipId: null, booksClosedUpTo: null },
  ...{ estimatedValue: null, countedBy: '', collectedBy: 'Ravi', bookNumber: '', leafNumber: '' },
  ...{ enteredAt: '2026-11-21T05:00:00.000Z', enteredBy: 'meera', receipts: [], outdatedOnReceipt: [], version: 3 },
}
const receipt = (number: string, cancelled?: string) => ({
  number,
  token: number,
  issuedAt: '2026-11-20T06:30:00.000Z',
  cancelledAt: cancelled ? '2026-11-21T06:30:00.000Z' : null,
  reason: cancelled ?? null,
})
export const ISSUED = {
  ...CHEQUE,
  mode: 'cash',
  receipts: [receipt('SD/1', 'corrected'), receipt('SD/2')],
  ...{ instrumentNumber: '', instrumentDate: null, bank: '' },
}
export const ROW = {
  _id: 'g1',
  donorName: 'Asha Patil',
  amount: 5000_00,
  localStatus: 'pending',
  createdAt: '2026-11-20T06:30:00.000Z',
  updatedAt: '2026-11-21T05:00:00.000Z',
  purpose: 'Cow feed',
  paymentMethod: 'cheque',
  razorpay: { orderId: null, paymentId: null },
}
const LISTS = {
  purposes: [{ _id: 'p1', nameEn: 'Cow feed', nameHi: 'गौ सेवा', isRetired: true, donationType: 'general' }],
  institutions: [{ _id: 'i1', nameEn: 'Gaushala', nameHi: 'गौशाला', isRetired: false }],
}

/** What a list says of the gift. */
function rowOf({
  mode,
  receipts,
  enteredAt,
  receivedOn,
  depositSlipId,
  booksClosedUpTo,
}: typeof ISSUED | typeof CHEQUE) {
  const valid = receipts.find(({ cancelledAt }) => cancelledAt === null)
  const heldBySlip = mode === 'cash' ? depositSlipId : null
  const offlineGift = { enteredAt, receivedOn, hasReceipt: valid !== undefined, heldBySlip, booksClosedUpTo }
  return { ...ROW, paymentMethod: mode, receipt: valid ?? null, offlineGift }
}

/** Serves one gift, by hand unless `more` says otherwise. */
export function giftBackend(gift: object = {}, more: Backend = {}): Backend {
  const row = rowOf({ ...CHEQUE, ...gift })
  return {
    ...signedIn(['Donations'], { level: 1 }),
    'GET /donate': ok([row]),
    'GET /donate/g1': ok(row),
    'GET /gifts/g1': ok({ ...CHEQUE, ...gift }),
    'GET /lists': ok(LISTS),
    ...more,
  }
}
