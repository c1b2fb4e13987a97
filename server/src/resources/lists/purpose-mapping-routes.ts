import { listPurposeTexts, savePurposeMappings } from '@sevadesk/contract/settings/purpose-mapping.ts'
import * as schemas from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { assertSuperadmin } from '../../http/access.ts'
import { rangeOfPage } from '../../http/page-request.ts'
import { route } from '../../http/route.ts'
import { saveMappings } from './purpose-mapping-service.ts'
import { cachedTexts, withProposals } from './purpose-text-service.ts'

const BY_SUPERADMINS = { assertAccess: assertSuperadmin }

export function purposeMappingRoutes(app: FastifyInstance, { db, history }: AppDependencies): void {
  const cache = cachedTexts(db)

  route(
    app,
    listPurposeTexts,
    schemas.listPurposeTexts,
    'signed-in',
    async ({ query }) => {
      const texts = await cache.list(query.state ?? 'open', { isFirstPage: (query.page ?? '1') === '1' })
      const { page, offset, limit } = rangeOfPage(query, texts.length)
      const data = await withProposals(db, texts.slice(offset, offset + limit))
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
      const data = await saveMappings({ db, recorder: history.by(request) }, mappings).finally(cache.clear)
      return { success: true, data, message: 'Texts mapped successfully' }
    },
    BY_SUPERADMINS,
  )
}
