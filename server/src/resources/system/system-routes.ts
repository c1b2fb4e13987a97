import { getSystem } from '@sevadesk/contract/base/system.ts'
import * as schemas from '@sevadesk/contract/base/system-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import * as service from './system-service.ts'

export function systemRoutes(app: FastifyInstance, { config, db, media, history }: AppDependencies): void {
  route(app, getSystem, schemas.getSystem, 'signed-in', async ({ admin }) => {
    if (admin.role !== 'superadmin') throw forbidden()
    return { success: true, data: await service.readStatus({ config, db, media, history }) }
  })
}
