import {
  exportSettings,
  getSettings,
  getSettingsVersion,
  previewSettings,
  saveSettings,
} from '@sevadesk/contract/settings/settings.ts'
import * as schemas from '@sevadesk/contract/settings/settings-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { forbidden } from '../../errors.ts'
import { readIfMatch } from '../../http/if-match.ts'
import { route } from '../../http/route.ts'
import * as service from './settings-service.ts'
import { previewReceipt } from './settings-service.ts'

/** Two pictures of 1 MB in base64, and the longest texts in two languages. */
const BODY_LIMIT = 5 * 1024 * 1024

export function settingsRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { db, history } = dependencies
  const assertAccess = ({ admin }: FastifyRequest) => {
    if (admin?.role !== 'superadmin') throw forbidden()
  }

  route(
    app,
    getSettings,
    schemas.getSettings,
    'signed-in',
    async () => {
      const settings = await service.readSettings(dependencies)
      return { success: true, data: { ...settings, versions: await service.listVersions(db) } }
    },
    { assertAccess },
  )

  route(
    app,
    getSettingsVersion,
    schemas.getSettingsVersion,
    'signed-in',
    async ({ params }) => ({ success: true, data: await service.readVersion(db, params.version) }),
    { assertAccess },
  )

  route(
    app,
    saveSettings,
    schemas.saveSettings,
    'signed-in',
    async (request) => {
      const recorder = history.by(request)
      const { content } = request.body
      const data = await service.saveSettings({ ...dependencies, recorder }, content, readIfMatch(request))
      return { success: true, data, message: 'Settings saved successfully' }
    },
    { assertAccess, bodyLimit: BODY_LIMIT },
  )

  route(
    app,
    previewSettings,
    schemas.previewSettings,
    'signed-in',
    async ({ admin, body }, reply) => {
      const picture = await previewReceipt(dependencies, admin.id, body)
      reply.type('image/svg+xml').header('cache-control', 'no-store')
      return Buffer.from(picture)
    },
    { assertAccess, bodyLimit: BODY_LIMIT },
  )

  route(
    app,
    exportSettings,
    schemas.exportSettings,
    'signed-in',
    async (request, reply) => {
      const content = await service.exportSettings({ ...dependencies, recorder: history.by(request) })
      reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="trust.json"')
        .header('cache-control', 'no-store')
      return Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)
    },
    { assertAccess },
  )
}
