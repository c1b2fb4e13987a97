import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** What a page must never do, gathered while a test runs. */
export interface Watch {
  trouble: string[]
  /** Console errors of this kind are part of what the test provokes. */
  tolerate(pattern: RegExp): void
}

/** Notes CSP violations, page errors, console errors and calls to hosts other than `hosts`, on every page of the context. */
export async function watchContext(context: BrowserContext, hosts: readonly string[]): Promise<Watch> {
  const trouble: string[] = []
  const tolerated: RegExp[] = []
  await context.exposeBinding('reportViolation', (_source, text: string) => trouble.push(`CSP: ${text}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  context.on('weberror', (error) => trouble.push(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' || isSignedOutAnswer(message) || isSandboxedPicture(message)) return
    const text = `${message.text()} ${message.location().url}`
    if (!tolerated.some((pattern) => pattern.test(text))) trouble.push(`console: ${text}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    const isLocal = url.protocol === 'blob:' || url.protocol === 'data:'
    if (!isLocal && !hosts.includes(url.host)) trouble.push(`unexpected host: ${request.url()}`)
  })
  return { trouble, tolerate: (pattern) => tolerated.push(pattern) }
}

/** Chromium writes every 401 to the console. Asking who is signed in, when nobody is, has no other answer. */
function isSignedOutAnswer(message: ConsoleMessage): boolean {
  return /status of 401/.test(message.text()) && /\/api\/admin\/me$/.test(message.location().url)
}

/** A picture on a page of its own runs no script, not even the one that looks for violations. */
function isSandboxedPicture(message: ConsoleMessage): boolean {
  return /^Blocked script execution .* sandboxed/.test(message.text()) && /\/media\//.test(message.location().url)
}
