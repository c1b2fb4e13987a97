import type { DonationRight } from '@sevadesk/contract/accounts/donation-rights.ts'
import type { Endpoint } from '@sevadesk/contract/base/endpoint.ts'

/** The routes of the section Donations whose right is not that of their method. */
const RIGHTS: Readonly<Record<string, DonationRight>> = {
  'GET /donate/export': 'export',
  'GET /donate/accountant': 'export',
  'DELETE /donate/:id': 'cancel',
  'POST /donate/:id/receipt': 'cancel',
  'POST /gifts/:id/receipt': 'cancel',
  'POST /deposit-slips/:id/cancel': 'cancel',
  'POST /cash-book/:day/close': 'close',
  // They only show the numbers of a person, and record that.
  'POST /donate/:id/numbers': 'view',
  'POST /donors/:id/numbers': 'view',
  // Each kind of record needs its own right: `restorableKinds`.
  'POST /trash/:kind/:id/restore': 'view',
  'POST /trash/restore': 'view',
  'POST /trash/delete': 'view',
}

/** What a caller needs who may call a route by the section Donations. */
export function donationRightOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): DonationRight {
  return RIGHTS[`${method} ${path}`] ?? (method === 'GET' ? 'view' : 'enter')
}
