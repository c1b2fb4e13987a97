import { listPurposeTexts, savePurposeMappings } from '@sevadesk/contract/purpose-mapping.ts'
import * as schemas from '@sevadesk/contract/purpose-mapping-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { assertSuperadmin } from '../../http/access.ts'
import { rangeOfPage } from '../../http/page-request.ts'
import { route } from '../../http/route.ts'
import * as service from './purpose-mapping-service.ts'

const BY_SUPERADMINS = { assertAccess: assertSuperadmin }

export function purposeMappingRoutes(app: FastifyInstance, { db, history }: AppDependencies): void {
  route(
    app,
    listPurposeTexts,
    schemas.listPurposeTexts,
    'signed-in',
    async ({ query }) => {
      const texts = await service.listTexts(db, query.state ?? 'open')
      const isPaged = query.page !== undefined || query.limit !== undefined
      if (!isPaged) return { success: true, data: await service.withProposals(db, texts) }
      const { page, offset, limit } = rangeOfPage(query, texts.length)
      const data = await service.withProposals(db, texts.slice(offset, offset + limit))
      return { success: true, data, total: texts.length, isCapped: false, page }
    },
    BY_SUPERADMINS,
  )

  route(
    app,
    savePurposeMappings,
    schemas.savePurposeMappings,
    'signed-in',
    async (request) => {
      const { mappings } = request.body
      const data = await service.saveMappings({ db, recorder: history.by(request) }, mappings)
      return { success: true, data, message: 'Texts mapped successfully' }
    },
    BY_SUPERADMINS,
  )
}
