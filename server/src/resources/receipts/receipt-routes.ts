import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { fetchReceipt } from '@sevadesk/contract/donations/donation.ts'
import * as schemas from '@sevadesk/contract/donations/donation-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { route } from '../../http/route.ts'
import { printReceipt } from './receipt-service.ts'

export function receiptRoutes(app: FastifyInstance, parts: AppDependencies): void {
  route(app, fetchReceipt, schemas.fetchReceipt, 'site', async (request, reply) => {
    const { params, admin, hasEndedSession, ip } = request
    const mayReprint = admin !== null && mayOpen(admin, 'Donations')
    const visitor = admin === null ? ip : undefined
    const recorder = admin === null ? undefined : parts.history.by(request)
    const caller = { mayReprint, hasEndedSession, recorder, visitor }
    const { number, pdf } = await printReceipt(parts, params.token, caller)
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="receipt-${number.replaceAll('/', '-')}.pdf"`)
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  })
}
