import { fetchConfig } from '../src/api/host.ts'
import type { Responses } from './echo-server.ts'

/**
 * Points the panel at the echo server, which returns method, url, headers and body of each
 * request.
 */
export async function respondWithEcho(): Promise<void> {
  await loadConfigOf({ apiHost: '/echo' })
}

type BackendResponse = [status: number, body: unknown, headers?: Record<string, string>]

/** A success with this data. */
export const ok = (data: unknown): BackendResponse => [200, { success: true, data }]

/** The first page of a list of our server. */
export const pageOf = (data: readonly unknown[], total = data.length): BackendResponse => [
  200,
  { success: true, data, total, isCapped: false, page: 1 },
]

/** A refusal with a sentence, and sentences for fields. */
export const refusal = (status: number, message: string, more: object = {}): BackendResponse => [
  status,
  { success: false, message, ...more },
]

/** Points the panel at a backend with these responses. A body that isn't text is sent as JSON. */
export async function respondWith(responses: Record<string, BackendResponse>): Promise<void> {
  const encoded = Object.entries(responses).map(([call, [status, body, headers]]): [string, Responses[string]] => [
    call,
    { status, body: typeof body === 'string' ? body : JSON.stringify(body), ...(headers && { headers }) },
  ])
  await loadConfigOf({ apiHost: await backendOf(Object.fromEntries(encoded)) })
}

/** Points the panel at a host that never responds. */
export async function neverRespond(): Promise<void> {
  await loadConfigOf({ apiHost: '/hang' })
}

/** Points the panel at a host that does not read request bodies, so that a large upload stalls. */
export async function stallUploads(): Promise<void> {
  await loadConfigOf({ apiHost: '/hold' })
}

/** Points the panel at a closed port. */
export async function refuseConnections(): Promise<void> {
  await loadConfigOf({ apiHost: 'http://127.0.0.1:9' })
}

/** Loads a config.json with these fields, or with this text. */
export async function loadConfigOf(config: Record<string, unknown> | string, status = 200) {
  const body = typeof config === 'string' ? config : JSON.stringify(config)
  return fetchConfig(`${await backendOf({ 'GET /config.json': { status, body } })}/here/config.json`)
}

const storedKeys = new Set<string>()

/**
 * Stores responses on the echo server and returns their address. Equal responses share an address,
 * so that an image that never loads takes one of the browser's six connections to a host, not all.
 */
async function backendOf(responses: Responses): Promise<string> {
  const body = JSON.stringify(responses)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const key = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!storedKeys.has(key)) await fetch(`/responses/${key}`, { method: 'PUT', body })
  storedKeys.add(key)
  return `/backend/${key}`
}
