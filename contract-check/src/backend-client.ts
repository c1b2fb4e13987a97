import { API_BASE_PATH } from '@sevadesk/contract/base/endpoint.ts'
import { CheckError, NoResponse } from './errors.ts'

export interface Credential {
  token?: string
  /** All cookies of the login, as a `Cookie` header. */
  cookie?: string
}

export interface BackendResponse {
  status: number
  headers: Headers
  text: string
}

export interface CallOptions {
  credential?: Credential
  json?: unknown
  form?: FormData
  accept?: string
  headers?: Readonly<Record<string, string>>
}

export interface BackendClient {
  /** The address without a trailing slash and without `/api`. */
  host: string
  /** The panel's origin, sent with every call. */
  origin?: string
  /** Makes one call below `/api`. Throws NoResponse if no complete response arrives. */
  call(method: string, path: string, options?: CallOptions): Promise<BackendResponse>
  /** Requests a file without reading its body. `range` is like `bytes=0-1`. Throws NoResponse. */
  fetchHead(url: string, range?: string): Promise<Omit<BackendResponse, 'text'>>
}

export interface ClientOptions {
  timeoutMs: number
  origin?: string
  /** Replaces `fetch` in tests. */
  request?: typeof fetch
}

/** `address` may end in `/api`. Throws CheckError for an invalid address or origin. */
export function backendAt(address: string, { timeoutMs, request = fetch, ...options }: ClientOptions): BackendClient {
  const host = parseHost(address)
  const origin = options.origin === undefined ? undefined : parseOrigin(options.origin)

  async function send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await request(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw new NoResponse(describeFailure(error, new URL(url).host, timeoutMs))
    }
  }

  return {
    host,
    ...(origin !== undefined && { origin }),
    async call(method, path, { credential = {}, json, form, accept = 'application/json', headers: extra } = {}) {
      const headers = {
        ...extra,
        accept,
        ...(origin && { origin }),
        ...(credential.token && { authorization: `Bearer ${credential.token}` }),
        ...(credential.cookie && { cookie: credential.cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      }
      const body = json === undefined ? form : JSON.stringify(json)
      const url = `${host}${API_BASE_PATH}${path}`
      const response = await send(url, { method, headers, ...(body !== undefined && { body }) })
      const text = await response.text().catch((error: unknown) => {
        throw new NoResponse(describeFailure(error, new URL(url).host, timeoutMs))
      })
      return { status: response.status, headers: response.headers, text }
    },
    async fetchHead(url, range) {
      const response = await send(url, { headers: { ...(origin && { origin }), ...(range && { range }) } })
      await response.body?.cancel()
      return { status: response.status, headers: response.headers }
    },
  }
}

function parseHost(address: string): string {
  const text = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CheckError(`“${address}” is not a backend's address; write it like https://api.example.org.`)
  if (url.username !== '' || url.password !== '')
    throw new CheckError('Remove the name and password from the address: other users can see it in the process list.')
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new CheckError(`“${text}” is not an origin; write it like https://panel.example.org.`)
}

const HINTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'nothing listens there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  EPROTO: 'it does not speak https',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak https',
}

function describeFailure(error: unknown, host: string, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `${host} did not respond within ${timeoutMs / 1000} s.`
  const { code, message } = rootCause(error)
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code))
    return `The certificate of ${host} is not trusted (${code}). Name its authority in NODE_EXTRA_CA_CERTS.`
  return `Could not reach ${host}: ${HINTS[code] ?? message}.`
}

function rootCause(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  const cause = error instanceof AggregateError ? error.errors[0] : error.cause
  if (cause instanceof Error) return rootCause(cause)
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}
