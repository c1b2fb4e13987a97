import { getOpenApi } from '@sevadesk/contract/server-info.ts'
import * as schemas from '@sevadesk/contract/server-info-schemas.ts'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi-document.ts'
import { type Described, route } from './route.ts'

/** Answers the description of every endpoint that is registered after it. It is written once, when all of them are there. */
export function registerOpenApi(app: FastifyInstance): void {
  const endpoints: Described[] = []
  let text = ''
  app.addHook('onRoute', ({ method, config }) => {
    // The framework adds a HEAD of its own to each GET.
    const described = config?.described
    if (described && method === described.endpoint.method) endpoints.push(described)
  })
  app.addHook('onReady', async () => {
    text = JSON.stringify(openApiDocument(endpoints))
  })

  route(app, getOpenApi, schemas.getOpenApi, 'public', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
}
