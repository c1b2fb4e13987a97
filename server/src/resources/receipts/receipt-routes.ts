import { fetchReceipt } from '@sevadesk/contract/donation.ts'
import * as schemas from '@sevadesk/contract/donation-schemas.ts'
import { mayOpen } from '@sevadesk/contract/section.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { route } from '../../http/route.ts'
import { printReceipt } from './receipt-service.ts'

export function receiptRoutes(app: FastifyInstance, parts: AppDependencies): void {
  route(app, fetchReceipt, schemas.fetchReceipt, 'site', async ({ params, admin, hasEndedSession, ip }, reply) => {
    const mayReprint = admin !== null && mayOpen(admin, 'Donations')
    const visitor = admin === null ? ip : undefined
    const { number, pdf } = await printReceipt(parts, params.token, { mayReprint, hasEndedSession, visitor })
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="receipt-${number.replaceAll('/', '-')}.pdf"`)
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  })
}
