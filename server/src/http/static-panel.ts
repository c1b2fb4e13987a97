import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { decodablePath } from '@sevadesk/contract/base/decodable-path.ts'
import type { FastifyInstance } from 'fastify'
import { within } from '../concurrency/within.ts'
import type { AppDependencies } from '../dependencies.ts'
import { isApiUrl } from './security-headers.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** The panel loads while its calls are refused, so that it can say why. */
const PUBLIC_FILE = { access: 'public', respondsUnderLoad: true } as const

/** Afterwards the page shows the trust's name as it was last read. */
const NAME_LIMIT_MS = 1000

/** The element of index.html that preloads config.json. */
const CONFIG_LINK = /<link id="panel-config"[^>]*>/

/** A page at an address that cannot be decoded gets the panel, which says that there is none. */
export function rewritePageUrl({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const isPage = method === 'GET' && !isApiUrl(url) && !url.startsWith('/media/')
  return isPage ? url.replace(/^[^?]*/, decodablePath) : url
}

/**
 * Serves the built panel and its `config.json`, also embedded in the page, which saves the browser
 * a round trip. A path with an extension is a file or 404; any
 * other path outside of `/api` and `/media` gets index.html.
 */
export async function registerStaticPanel(
  app: FastifyInstance,
  { config, db, trust }: Pick<AppDependencies, 'config' | 'db' | 'trust'>,
  panelDir: string,
): Promise<void> {
  const { logoUrl, timeZone, language } = config
  /** Never waits long for the database: the panel loads without it, and says so. */
  async function readSettings(): Promise<object> {
    const { details, names } = await within(NAME_LIMIT_MS, trust.inForce(db)).catch(() => trust.lastKnown)
    const trustNames = names.en === names.hi ? undefined : names
    return { trustName: details.name, trustNames, logoUrl, timeZone, language }
  }

  app.get('/config.json', { config: PUBLIC_FILE }, async (_request, reply) =>
    reply.header('cache-control', REVALIDATE).send(await readSettings()),
  )

  await app.register(fastifyStatic, {
    root: panelDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
  })
  app.get<{ Params: { '*': string } }>('/*', { config: PUBLIC_FILE }, async (request, reply) => {
    if (isApiUrl(request.url) || request.url.startsWith('/media/')) return reply.callNotFound()
    const path = request.params['*']
    if (/\.[^/]*$/.test(path)) {
      return reply.header('cache-control', path.startsWith('assets/') ? IMMUTABLE : REVALIDATE).sendFile(path)
    }
    const page = await readFile(join(panelDir, 'index.html'), 'utf8').catch(() => undefined)
    if (page === undefined) {
      return reply.code(503).type('text/plain').send('The panel has not been built yet. Run: npm run build\n')
    }
    const settings = embed(await readSettings())
    return reply
      .header('cache-control', REVALIDATE)
      .type('text/html; charset=utf-8')
      .send(page.replace(CONFIG_LINK, () => settings))
  })
}

/** A script element that browsers do not run, so that the content policy does not apply to it. */
function embed(settings: object): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return `<script id="panel-config" type="application/json">${json}</script>`
}
