import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** Errors of the pages of a test, collected while it runs. */
export interface PageErrors {
  errors: string[]
  /** Ignores console errors that the test causes on purpose. */
  allow(pattern: RegExp): void
}

/**
 * Collects CSP violations, page errors, console errors and requests to other hosts from every page
 * of the context.
 */
export async function collectPageErrors(context: BrowserContext, hosts: readonly string[]): Promise<PageErrors> {
  const errors: string[] = []
  const allowed: RegExp[] = []
  await context.exposeBinding('reportViolation', (_source, text: string) => errors.push(`CSP: ${text}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  context.on('weberror', (error) => errors.push(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' || isSignedOutResponse(message) || isSandboxedPicture(message)) return
    const text = `${message.text()} ${message.location().url}`
    if (!allowed.some((pattern) => pattern.test(text))) errors.push(`console: ${text}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    const isLocal = url.protocol === 'blob:' || url.protocol === 'data:'
    if (!isLocal && !hosts.includes(url.host)) errors.push(`foreign host: ${request.url()}`)
  })
  return { errors, allow: (pattern) => allowed.push(pattern) }
}

/** Chromium logs every 401, also the expected 401 of `/api/admin/me` while signed out. */
function isSignedOutResponse(message: ConsoleMessage): boolean {
  return /status of 401/.test(message.text()) && /\/api\/admin\/me$/.test(message.location().url)
}

/** A picture opened as a page is sandboxed, so Chromium logs that the init script was blocked. */
function isSandboxedPicture(message: ConsoleMessage): boolean {
  return /^Blocked script execution .* sandboxed/.test(message.text()) && /\/media\//.test(message.location().url)
}
