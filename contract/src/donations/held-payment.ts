import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './held-payment-schemas.ts'

// Not in the specification; offered by backends of level 1.
export const listHeldPayments = endpoint<typeof schemas.listHeldPayments>('GET', '/donate/held')
export const recordHeldPayment = endpoint<typeof schemas.recordHeldPayment>(
  'POST',
  '/donate/:id/held/:paymentId/record',
)
export const markHeldPaymentRefunded = endpoint<typeof schemas.markHeldPaymentRefunded>(
  'POST',
  '/donate/:id/held/:paymentId/refunded',
)
