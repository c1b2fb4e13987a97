import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { AppDependencies } from './dependencies.ts'
import { registerAccess } from './http/access.ts'
import { registerBodyDeadline } from './http/body-deadline.ts'
import { sendClientError } from './http/client-error.ts'
import { registerCors } from './http/cors.ts'
import { handleFrameworkError, registerErrorHandler } from './http/error-handler.ts'
import { registerHealth } from './http/health.ts'
import { redirectOrigin, registerMediaFiles } from './http/media-files.ts'
import { registerOpenApi } from './http/openapi.ts'
import {
  JSON_BODY_LIMIT,
  registerBodies,
  registerClientAddress,
  registerOverload,
  registerRequestLimit,
} from './http/request-checks.ts'
import { loggerOptions, RequestLog } from './http/request-log.ts'
import { registerEtags, registerResponseBytes } from './http/response-body.ts'
import { registerSchemaCompilers } from './http/schema-compilers.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { registerStaticPanel, rewritePageUrl } from './http/static-panel.ts'
import { registerStop } from './http/stopping.ts'
import { RecentFaults } from './http/storage-fault.ts'
import { registerUploads } from './http/uploads/uploads.ts'
import { listKeyFiles } from './keys/key-file.ts'
import { registerMetrics } from './metrics.ts'
import { adminRoutes } from './resources/accounts/admin-routes.ts'
import { secondStepRoutes, sessionRoutes } from './resources/accounts/session-routes.ts'
import { authenticate } from './resources/accounts/session-service.ts'
import { cashBookRoutes } from './resources/cash-book/cash-book-routes.ts'
import { certificateRoutes } from './resources/certificates/certificate-routes.ts'
import { deletedDonationRoutes } from './resources/deleted-donations/deleted-donation-routes.ts'
import { depositSlipRoutes } from './resources/deposit-slips/deposit-slip-routes.ts'
import { donationGroupRoutes, donationRoutes } from './resources/donations/donation-routes.ts'
import { donorRoutes } from './resources/donors/donor-routes.ts'
import { editingRoutes } from './resources/editing/editing-routes.ts'
import { eventRoutes } from './resources/events/event-routes.ts'
import { galleryRoutes } from './resources/gallery/gallery-routes.ts'
import { heldPaymentRoutes } from './resources/held-payments/held-payment-routes.ts'
import { historyRoutes } from './resources/history/history-routes.ts'
import { homeVideoRoutes } from './resources/home-videos/home-video-routes.ts'
import { listEntryRoutes, purposeMappingRoutes } from './resources/lists/list-entry-routes.ts'
import { messageRoutes } from './resources/messages/message-routes.ts'
import { offlineGiftRoutes } from './resources/offline-gifts/offline-gift-routes.ts'
import { paymentRoutes } from './resources/payments/payment-routes.ts'
import { receiptRoutes } from './resources/receipts/receipt-routes.ts'
import { settingsRoutes } from './resources/settings/settings-routes.ts'
import { systemRoutes } from './resources/system/system-routes.ts'
import { trashRoutes } from './resources/trash/trash-routes.ts'
import { isFileDeleted } from './resources/trash/trash-store.ts'
import { TRASHED_KINDS } from './trashed-kinds.ts'
import { VERSION } from './version.ts'

const BUILT_PANEL = fileURLToPath(new URL('../../panel/dist', import.meta.url))

/**
 * Idle timeout of a connection. An upload may take any time as long as bytes keep arriving; the
 * timeout pauses while the server works.
 */
const IDLE_CONNECTION_MS = 120_000

/** Time limit for a request body to arrive. Uploads are exempt. */
const BODY_DEADLINE_MS = 30_000

interface AppOptions {
  panelDir?: string
  bodyDeadlineMs?: number
  idleConnectionMs?: number
  overloadIntervalMs?: number
}

/**
 * Builds the server without listening: plugins first, then each resource. `panelDir` is the folder
 * of the built panel. Only tests pass limits.
 */
export async function buildApp(
  dependencies: AppDependencies,
  {
    panelDir = BUILT_PANEL,
    bodyDeadlineMs = BODY_DEADLINE_MS,
    idleConnectionMs = IDLE_CONNECTION_MS,
    overloadIntervalMs,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, db, media } = dependencies
  const app = Fastify({
    bodyLimit: JSON_BODY_LIMIT,
    requestTimeout: 0,
    connectionTimeout: idleConnectionMs,
    // Requests that arrive while the server closes are carried out.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: rewritePageUrl,
    logger: loggerOptions(config),
    logController: new RequestLog(),
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: sendClientError,
  })
  if (config.trustedProxies.length > 0) registerClientAddress(app)
  if (config.metrics) await registerMetrics(app, config.metrics, dependencies)
  registerStop(app)
  const faults = new RecentFaults()
  registerErrorHandler(app, (fault) => faults.record(fault))
  registerSchemaCompilers(app)
  registerBodyDeadline(app, bodyDeadlineMs)
  registerSecurityHeaders(app, config, redirectOrigin(media.store))
  await registerCors(app, config)
  await registerOverload(app, config, overloadIntervalMs)
  registerRequestLimit(app, dependencies)
  await app.register(cookie)
  registerAccess(app, {
    panelOrigins: config.panelOrigins,
    sessionCookie: config.sessionCookie,
    authenticate: (token, check) => authenticate(check?.transaction ?? db, config, token, check?.checkedAt),
  })
  registerBodies(app)
  registerEtags(app)
  registerResponseBytes(app)
  await registerUploads(app)

  await registerOpenApi(app, VERSION)
  registerHealth(app, { ...dependencies, keyFiles: listKeyFiles(config), faults })
  sessionRoutes(app, dependencies)
  adminRoutes(app, dependencies)
  secondStepRoutes(app, dependencies)
  donationRoutes(app, dependencies)
  deletedDonationRoutes(app, dependencies)
  donationGroupRoutes(app, dependencies)
  receiptRoutes(app, dependencies)
  donorRoutes(app, dependencies)
  certificateRoutes(app, dependencies)
  offlineGiftRoutes(app, dependencies)
  cashBookRoutes(app, dependencies)
  depositSlipRoutes(app, dependencies)
  eventRoutes(app, dependencies)
  galleryRoutes(app, dependencies)
  editingRoutes(app, dependencies)
  homeVideoRoutes(app, dependencies)
  messageRoutes(app, dependencies)
  listEntryRoutes(app, dependencies)
  purposeMappingRoutes(app, dependencies)
  heldPaymentRoutes(app, dependencies)
  historyRoutes(app, dependencies)
  trashRoutes(app, dependencies, TRASHED_KINDS)
  await paymentRoutes(app, dependencies)
  systemRoutes(app, dependencies)
  settingsRoutes(app, dependencies)
  // Separate scopes, because each configures @fastify/static differently.
  await app.register((scope) => registerMediaFiles(scope, media.store, (stem) => isFileDeleted(db, stem)))
  await app.register((scope) => registerStaticPanel(scope, dependencies, panelDir))
  return app
}
