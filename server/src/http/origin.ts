import type { FastifyRequest } from 'fastify'
import { forbidden } from '../errors.ts'

/** Browsers send the origin with every call that changes something; one made by cookie without it, or from elsewhere, is forged. */
export function assertPanelOrigin(request: FastifyRequest, panelOrigins: readonly string[]): void {
  if (isFromPanel(request, panelOrigins)) return
  request.log.warn({ origin: request.headers.origin ?? null }, 'origin refused')
  throw forbidden({
    en: 'This web address is not allowed to use the panel. Ask the person who runs the server to add it to PANEL_ORIGINS.',
    hi: 'इस पते से पैनल चलाने की अनुमति नहीं है। सर्वर देखने वाले से कहें कि यह पता PANEL_ORIGINS में जोड़ें।',
  })
}

/** The panel as it is opened on the server's own machine. */
const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/**
 * Over https, a page of the server's own machine is one of the visitor's: whatever listens there on theirs must not get in with a cookie
 * that goes to other sites.
 */
export function isFromPanel(request: FastifyRequest, panelOrigins: readonly string[]): boolean {
  const { origin } = request.headers
  if (origin === undefined || !panelOrigins.includes(origin)) return false
  return request.protocol !== 'https' || !OWN_MACHINE.test(origin)
}

/** For a call that needs no session yet: other programs send no origin and are let in, foreign pages are not. */
export function assertNoForeignOrigin(request: FastifyRequest, panelOrigins: readonly string[]): void {
  if (request.headers.origin !== undefined) assertPanelOrigin(request, panelOrigins)
}
