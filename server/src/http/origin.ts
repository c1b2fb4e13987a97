import type { FastifyRequest } from 'fastify'
import { forbidden } from '../errors.ts'
import { localised } from '../text/localised-text.ts'

/**
 * Browsers send an Origin header with every write. A write by cookie without that header, or from
 * another site, is forged (CSRF).
 */
export function assertPanelOrigin(request: FastifyRequest, panelOrigins: readonly string[]): void {
  if (isFromPanel(request, panelOrigins)) return
  request.log.warn({ origin: request.headers.origin ?? null }, 'origin refused')
  throw forbidden(
    localised(
      'This web address is not allowed to use the panel. Ask the person who runs the server to add it to PANEL_ORIGINS.',
    ),
  )
}

const LOCALHOST = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/**
 * If the server runs over https, a localhost page is on the visitor's machine, not the server's: it
 * must not use a cookie that is sent across sites.
 */
export function isFromPanel(request: FastifyRequest, panelOrigins: readonly string[]): boolean {
  const { origin } = request.headers
  if (origin === undefined || !panelOrigins.includes(origin)) return false
  return request.protocol !== 'https' || !LOCALHOST.test(origin)
}

/**
 * For calls without a session: allows clients that send no origin, refuses pages of other sites.
 */
export function assertNoForeignOrigin(request: FastifyRequest, panelOrigins: readonly string[]): void {
  if (request.headers.origin !== undefined) assertPanelOrigin(request, panelOrigins)
}
