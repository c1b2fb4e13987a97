import { loadConfig } from '../src/api/host.ts'
import type { Answers } from './echo-server.ts'

/** Makes the panel talk to the echo server: `call` then answers method, url, headers and body of what was sent. */
export async function answerWithEcho(): Promise<void> {
  await loadConfigOf({ apiHost: '/echo' })
}

type BackendAnswer = [status: number, body: unknown, headers?: Record<string, string>]

/** Makes the panel talk to a backend that gives these answers; a body that isn't text is sent as JSON. */
export async function answerWith(answers: Record<string, BackendAnswer>): Promise<void> {
  const encoded = Object.entries(answers).map(([call, [status, body, headers]]): [string, Answers[string]] => [
    call,
    { status, body: typeof body === 'string' ? body : JSON.stringify(body), ...(headers && { headers }) },
  ])
  await loadConfigOf({ apiHost: await backendOf(Object.fromEntries(encoded)) })
}

/** Makes the panel talk to a host that never answers. */
export async function neverAnswer(): Promise<void> {
  await loadConfigOf({ apiHost: '/hang' })
}

/** Makes the panel talk to a host on a line that stands still: what is large never leaves whole. */
export async function holdTheLine(): Promise<void> {
  await loadConfigOf({ apiHost: '/hold' })
}

/** Makes the panel talk to a port where nobody listens. */
export async function loseTheLine(): Promise<void> {
  await loadConfigOf({ apiHost: 'http://127.0.0.1:9' })
}

/** Loads a config.json with these fields, or with this very text. */
export async function loadConfigOf(config: Record<string, unknown> | string, status = 200) {
  const body = typeof config === 'string' ? config : JSON.stringify(config)
  return loadConfig(`${await backendOf({ 'GET /config.json': { status, body } })}/here/config.json`)
}

const kept = new Set<string>()

/**
 * Has the echo server keep the answers; the address of a backend that gives them. The same answers have the same address: a browser opens
 * six lines to a host, and pictures that never arrive would take them all, test after test.
 */
async function backendOf(answers: Answers): Promise<string> {
  const body = JSON.stringify(answers)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const key = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!kept.has(key)) await fetch(`/answers/${key}`, { method: 'PUT', body })
  kept.add(key)
  return `/backend/${key}`
}
