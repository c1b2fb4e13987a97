import * as endpoints from '@sevadesk/contract/settings/list-entry.ts'
import * as schemas from '@sevadesk/contract/settings/list-entry-schemas.ts'
import { listPurposeTexts, savePurposeMappings } from '@sevadesk/contract/settings/purpose-mapping.ts'
import * as mappingSchemas from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import type { FastifyInstance } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { assertSuperadmin } from '../../http/access.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { readIfMatch } from '../../http/if-match.ts'
import { rangeOfPage } from '../../http/page-request.ts'
import { route } from '../../http/route.ts'
import { assertSpaceForRows } from '../../http/uploads/upload-space.ts'
import * as service from './list-entry-service.ts'
import { saveMappings } from './purpose-mapping-service.ts'
import { cachedTexts, withProposals } from './purpose-text-service.ts'

/** A site may show a retired purpose for so long; orders for it are refused. */
const CHOICES_CACHE = 'public, max-age=60'
const BY_SUPERADMINS = { assertAccess: assertSuperadmin }

export function listEntryRoutes(app: FastifyInstance, { config, db, media, history }: AppDependencies): void {
  route(app, endpoints.readLists, schemas.readLists, 'signed-in', async ({ admin }) => ({
    success: true,
    data: await service.readLists(db, { withUse: admin.role === 'superadmin' }),
  }))

  route(app, endpoints.listChoices, schemas.listChoices, 'public', async (_request, reply) => {
    const data = await service.listChoices(db)
    reply.header('cache-control', CHOICES_CACHE)
    return { success: true, data }
  })

  route(
    app,
    endpoints.addPurpose,
    schemas.addPurpose,
    'signed-in',
    async (request) => {
      const data = await runIdempotently(request, db, async (recordIdempotencyKey) => {
        await assertSpaceForRows(config, media)
        return service.addPurpose({ db, recorder: history.by(request), recordIdempotencyKey }, request.body)
      })
      return { success: true, data, message: 'Purpose added successfully' }
    },
    BY_SUPERADMINS,
  )

  route(
    app,
    endpoints.addInstitution,
    schemas.addInstitution,
    'signed-in',
    async (request) => {
      const data = await runIdempotently(request, db, async (recordIdempotencyKey) => {
        await assertSpaceForRows(config, media)
        return service.addInstitution({ db, recorder: history.by(request), recordIdempotencyKey }, request.body)
      })
      return { success: true, data, message: 'Institution added successfully' }
    },
    BY_SUPERADMINS,
  )

  route(
    app,
    endpoints.updatePurpose,
    schemas.updatePurpose,
    'signed-in',
    async (request) => {
      const { id } = request.params
      const target = { id, expectedVersion: readIfMatch(request) }
      if (!isId(id)) throw service.noSuchEntry()
      const data = await service.updatePurpose({ db, recorder: history.by(request) }, target, request.body)
      return { success: true, data, message: 'Purpose updated successfully' }
    },
    BY_SUPERADMINS,
  )

  route(
    app,
    endpoints.updateInstitution,
    schemas.updateInstitution,
    'signed-in',
    async (request) => {
      const { id } = request.params
      const target = { id, expectedVersion: readIfMatch(request) }
      if (!isId(id)) throw service.noSuchEntry()
      const data = await service.updateInstitution({ db, recorder: history.by(request) }, target, request.body)
      return { success: true, data, message: 'Institution updated successfully' }
    },
    BY_SUPERADMINS,
  )

  for (const [endpoint, schema, table] of [
    [endpoints.savePurposePositions, schemas.savePurposePositions, 'purposes'],
    [endpoints.saveInstitutionPositions, schemas.saveInstitutionPositions, 'institutions'],
  ] as const) {
    route(
      app,
      endpoint,
      schema,
      'signed-in',
      async (request) => {
        await service.savePositions({ db, recorder: history.by(request) }, table, request.body.ids)
        return { success: true, message: 'Order saved successfully' }
      },
      BY_SUPERADMINS,
    )
  }
}

export function purposeMappingRoutes(app: FastifyInstance, { db, history }: AppDependencies): void {
  const cache = cachedTexts(db)

  route(
    app,
    listPurposeTexts,
    mappingSchemas.listPurposeTexts,
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
    mappingSchemas.savePurposeMappings,
    'signed-in',
    async (request) => {
      const { mappings } = request.body
      const data = await saveMappings({ db, recorder: history.by(request) }, mappings).finally(cache.clear)
      return { success: true, data, message: 'Texts mapped successfully' }
    },
    BY_SUPERADMINS,
  )
}
