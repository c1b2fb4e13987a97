import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isApiUrl } from './security-headers.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/**
 * Serves the built panel and its `config.json`. A path with an extension is a file or 404; any
 * other path outside of `/api` and `/media` gets index.html.
 */
export async function registerStaticPanel(app: FastifyInstance, config: Config, panelDir: string): Promise<void> {
  const { trustName, logoUrl, timeZone, language } = config
  app.get('/config.json', { config: { access: 'public' } }, (_request, reply) =>
    reply.header('cache-control', REVALIDATE).send({ trustName, logoUrl, timeZone, language }),
  )

  await app.register(fastifyStatic, {
    root: panelDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
  })
  app.get<{ Params: { '*': string } }>('/*', { config: { access: 'public' } }, (request, reply) => {
    if (isApiUrl(request.url) || request.url.startsWith('/media/')) return reply.callNotFound()
    const path = request.params['*']
    if (/\.[^/]*$/.test(path)) {
      return reply.header('cache-control', path.startsWith('assets/') ? IMMUTABLE : REVALIDATE).sendFile(path)
    }
    if (!existsSync(join(panelDir, 'index.html'))) {
      return reply.code(503).type('text/plain').send('The panel has not been built yet. Run: npm run build\n')
    }
    return reply.header('cache-control', REVALIDATE).sendFile('index.html')
  })
}
