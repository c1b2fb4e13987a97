import { createOrder, receiveWebhook, verifyPayment } from '@sevadesk/contract/donations/payment.ts'
import * as schemas from '@sevadesk/contract/donations/payment-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { route } from '../../http/route.ts'
import { assertSpaceForRows } from '../../http/uploads/upload-space.ts'
import * as service from './payment-service.ts'

/** Bytes. Razorpay's events have a few thousand. */
const WEBHOOK_LIMIT = 128 * 1024
/** Characters; Razorpay's event ids have 14. */
const EVENT_ID_MAX = 100

export async function paymentRoutes(app: FastifyInstance, dependencies: AppDependencies): Promise<void> {
  const { config, db, media, trust, history } = dependencies

  route(app, createOrder, schemas.createOrder, 'site', async (request) => {
    const { body, ip, log } = request
    const data = await runIdempotently(request, db, async (recordIdempotencyKey) => {
      await assertSpaceForRows(config, media)
      return service.createOrder({ config, db, trust, history, log, recordIdempotencyKey }, body, ip)
    })
    return { success: true, data }
  })

  route(app, verifyPayment, schemas.verifyPayment, 'site', async ({ body, log }) => ({
    success: true,
    data: await service.verifyPayment({ config, db, trust, history, log }, body),
  }))

  // Bodies in this separate scope stay unparsed, because the signature covers the exact bytes.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    route(scope, receiveWebhook, schemas.receiveWebhook, 'public', async ({ body, headers, log }) => {
      const delivery = {
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: String(headers['x-razorpay-signature'] ?? ''),
        eventId: headers['x-razorpay-event-id']?.toString().slice(0, EVENT_ID_MAX) || undefined,
      }
      await service.receiveWebhook({ config, db, trust, history, log }, delivery)
      return { success: true, message: 'Received' }
    })
  })
}
