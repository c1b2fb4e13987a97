import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { login, loginWithCode } from '@sevadesk/contract/accounts/session.ts'
import { API_BASE_PATH } from '@sevadesk/contract/base/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { within } from './concurrency/within.ts'
import type { Metrics } from './config.ts'
import { isPostgres } from './db/db.ts'
import type { AppDependencies } from './dependencies.ts'
import { HttpError, reasonOf, StartError, unauthenticated } from './errors.ts'
import { countJobs } from './resources/system/system-store.ts'
import { VERSION } from './version.ts'

const PATH = `${API_BASE_PATH}/metrics`
const SIGN_INS: readonly string[] = [login, loginWithCode].map(({ path }) => API_BASE_PATH + path)
/** In seconds. */
const BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
/** Limit for the jobs and the disk; the other metrics are reported without them. */
const LIMIT_MS = 3000

/**
 * Measures requests, and serves `GET /api/metrics` in the text format of Prometheus, on a port of its
 * own if one is set. Labels have few values: a route is its pattern, never a URL.
 */
export async function registerMetrics(
  app: FastifyInstance,
  { port, token }: Metrics,
  { config, db, media }: Pick<AppDependencies, 'config' | 'db' | 'media'>,
): Promise<void> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  /** Reads its values with each collection. Without a response after LIMIT_MS they are left out. */
  function readGauge(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void {
    new Gauge({
      ...{ name, help, labelNames: [label], registers },
      async collect() {
        this.reset()
        const values = await within(LIMIT_MS, read()).catch(() => ({}))
        for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value)
      },
    })
  }

  const requests = new Histogram({
    name: 'sevadesk_http_request_duration_seconds',
    help: 'Responses by method, route and status, with their duration.',
    ...{ labelNames: ['method', 'route', 'status'], buckets: BUCKETS, registers },
  })
  const uploads = new Gauge({ name: 'sevadesk_uploads_in_progress', help: 'Uploads that have not ended.', registers })
  const uploaded = new Counter({ name: 'sevadesk_upload_bytes_total', help: 'Size of stored uploads.', registers })
  const refused = new Counter({
    name: 'sevadesk_sign_ins_refused_total',
    help: 'Refused sign-ins by the code of the refusal.',
    ...{ labelNames: ['code'], registers },
  })
  readGauge('sevadesk_info', 'The version of the server.', 'version', async () => ({ [VERSION]: 1 }))
  readGauge('sevadesk_jobs', 'Jobs of all servers on the database.', 'state', () => countJobs(db))
  readGauge('sevadesk_disk_free_bytes', 'Free space.', 'folder', async () => {
    const free = await media.freeBytes()
    return free === undefined ? {} : { DATA_DIR: free }
  })
  if (isPostgres(db)) {
    const { countConnections } = await import('./db/postgres.ts')
    readGauge(
      'sevadesk_database_connections',
      'Connections of the pool to PostgreSQL, and calls that wait for one.',
      'state',
      async () => countConnections(db),
    )
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.body === 'multipart') {
      uploads.inc()
      reply.raw.once('close', () => uploads.dec())
    }
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions, headers }, { statusCode, elapsedTime }, done) => {
    requests.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1000)
    if (routeOptions.config.body === 'multipart' && statusCode < 300)
      uploaded.inc(Number(headers['content-length'] ?? 0))
    done()
  })
  app.addHook('onError', (request, _reply, error, done) => {
    const isRefused = error instanceof HttpError && error.details.ticket === undefined
    if (isRefused && SIGN_INS.includes(request.routeOptions.url ?? '')) refused.inc({ code: error.code })
    done()
  })

  const mayRead = (authorization = '') => token === undefined || isEqual(authorization, `Bearer ${token}`)
  if (port === undefined) {
    const options = { access: 'public', hasRequestLimit: false, respondsUnderLoad: true } as const
    app.get(PATH, { config: options }, async ({ headers }, reply) => {
      if (!mayRead(headers.authorization)) throw unauthenticated()
      return reply
        .headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
        .send(await registry.metrics())
    })
    return
  }
  const server = createServer(({ url, headers }, response) => {
    if (!mayRead(headers.authorization)) response.writeHead(401).end()
    else if (url !== PATH) response.writeHead(404).end()
    else
      void registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
  })
  app.addHook('onReady', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, config.host, resolve)
    await promise.catch((error: unknown) => {
      throw new StartError(`The server cannot listen on port ${port} of METRICS_PORT: ${reasonOf(error)}.`)
    })
  })
  app.addHook('onClose', (_app, done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

/** In constant time. */
function isEqual(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
