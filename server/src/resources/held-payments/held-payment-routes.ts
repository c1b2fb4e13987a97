import * as endpoints from '@sevadesk/contract/donations/held-payment.ts'
import * as schemas from '@sevadesk/contract/donations/held-payment-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { rangeOfPage, route } from '../../http/route.ts'
import * as service from './held-payment-service.ts'
import * as store from './held-payment-store.ts'

export function heldPaymentRoutes(app: FastifyInstance, { config, db, trust, history }: AppDependencies): void {
  route(app, endpoints.listHeldPayments, schemas.listHeldPayments, ['Donations'], async ({ query }) => {
    const total = await store.countHeldPayments(db)
    const { page, ...range } = rangeOfPage(query, total)
    return { success: true, data: await store.listHeldPayments(db, range), total, isCapped: false, page }
  })

  route(app, endpoints.recordHeldPayment, schemas.recordHeldPayment, ['Donations'], async (request) => {
    const { params, log } = request
    const key = { donationId: params.id, paymentId: params.paymentId }
    await runIdempotently(request, db, (recordIdempotencyKey) =>
      service.recordHeldPayment({ config, db, trust, history, log, recordIdempotencyKey }, history.by(request), key),
    )
    return { success: true, message: 'The payment has been recorded.' }
  })

  route(app, endpoints.markHeldPaymentRefunded, schemas.markHeldPaymentRefunded, ['Donations'], async (request) => {
    const { params, log } = request
    const key = { donationId: params.id, paymentId: params.paymentId }
    await service.markHeldPaymentRefunded({ config, db, trust, history, log }, history.by(request), key)
    return { success: true, message: 'The payment has been marked as refunded.' }
  })
}
