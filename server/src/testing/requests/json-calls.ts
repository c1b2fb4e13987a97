const GOOD = 'Fine#2026'
const SIGN_UP = { username: 'new person', email: 'new@example.org', password: GOOD }
const CHANGE = { oldPassword: 'Old#12345', newPassword: GOOD, confirmPassword: GOOD }
const PROOF = { razorpay_order_id: 'o', razorpay_payment_id: 'p', razorpay_signature: 's' }
const MESSAGE = { name: 'A', email: 'a@example.org', message: 'Hello' }

/** A valid body for each call with a JSON body. */
export const JSON_CALLS: Readonly<Record<string, object>> = {
  'POST /admin/login': { username: 'x', password: 'y' },
  'POST /admin/login/second-step': { ticket: 'x', code: '123456', trustDevice: true },
  'POST /admin/me/second-step/confirm': { code: '123456' },
  'POST /admin/me/second-step/code': { code: '123456' },
  'POST /admin/addadmin': SIGN_UP,
  'PUT /admin/:id': { email: 'b@example.org' },
  'PUT /admin/update-password': CHANGE,
  'PUT /admin/me/language': { language: 'hi' },
  'POST /editing': { kind: 'event', id: 'x', formId: 'a'.repeat(32), isOpen: true },
  'POST /donors': { name: 'Asha' },
  'PUT /donors/:id': { notes: 'x' },
  'POST /donors/:id/merge': { mergedId: 'x', take: ['name'] },
  'POST /gifts': { mode: 'cash', amount: 100, receivedOn: '2026-11-21' },
  'PUT /gifts/:id': { note: 'x' },
  'POST /gifts/:id/cheque': { step: 'deposited', on: '2026-11-21' },
  'POST /gifts/:id/cheque/undo': { step: 'deposited' },
  'POST /deposit-slips': { giftIds: ['x'], amount: 1, depositedOn: '2026-11-20', bankAccount: 'State Bank' },
  'POST /trash/:kind/:id/restore': { username: 'x' },
  'POST /trash/restore': { items: [{ kind: 'event', _id: 'x' }] },
  'POST /trash/delete': { items: [{ kind: 'event', _id: 'x' }] },
  'POST /lists/purposes': { nameEn: 'Fodder', nameHi: 'चारा' },
  'PUT /lists/purposes/:id': { nameEn: 'Fodder' },
  'PUT /lists/purposes/order': { ids: [] },
  'PUT /lists/purposes/texts': { mappings: [{ text: 'Fodder', previousId: null, purposeId: 'x' }] },
  'POST /lists/institutions': { nameEn: 'School', nameHi: 'विद्यालय' },
  'PUT /lists/institutions/:id': { nameEn: 'School' },
  'PUT /lists/institutions/order': { ids: [] },
  'POST /message/addMessage': MESSAGE,
  'PUT /settings': { content: {} },
  'POST /settings/preview': { content: {}, day: '2026-04-01', language: 'en', method: 'cash' },
  'POST /donate/order': { amount: 100 },
  'POST /donate/verify': PROOF,
}
