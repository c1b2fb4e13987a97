import { API_BASE_PATH } from '@sevadesk/contract/endpoint.ts'
import { CheckError } from './check-error.ts'

/** How a call shows who makes it. */
export interface Credential {
  token?: string
  /** `name=value` of every cookie that the login set. */
  cookie?: string
}

export interface Reply {
  status: number
  headers: Headers
  text: string
}

/** What a file answers before its bytes. */
export interface Head {
  status: number
  type: string
  headers: Headers
}

export interface Asked {
  credential?: Credential
  json?: unknown
  form?: FormData
  /** JSON where nothing is said. */
  accept?: string
  /** More than the client sends by itself, such as what a browser asks before a call. */
  headers?: Readonly<Record<string, string>>
}

export interface BackendClient {
  /** The address of the host, without a slash at its end. */
  host: string
  /** The panel's, where it is told. */
  origin?: string
  /** Makes one call below `/api`. Throws NoAnswer with one sentence. */
  ask(method: string, path: string, asked?: Asked): Promise<Reply>
  /** Reads the head of a file at its full address, or of a `range` of it such as `bytes=0-1`. Throws NoAnswer. */
  look(address: string, range?: string): Promise<Head>
}

/** No answer came, or none of this backend's; its message is one sentence. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export interface ClientOptions {
  timeoutMs: number
  /** The panel's, to be sent along as its browser would. */
  origin?: string
  /** How a request is made; another in tests. */
  request?: typeof fetch
}

/** A backend at an address, given with `/api` or without. Throws CheckError for what is no address or no origin. */
export function backendAt(address: string, { timeoutMs, request = fetch, ...options }: ClientOptions): BackendClient {
  const host = hostOf(address)
  const origin = options.origin === undefined ? undefined : originOf(options.origin)

  async function send(url: string, options: RequestInit): Promise<Response> {
    try {
      return await request(url, { ...options, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw new NoAnswer(whyNot(error, new URL(url), timeoutMs))
    }
  }

  return {
    host,
    ...(origin !== undefined && { origin }),
    async ask(method, path, { credential = {}, json, form, accept = 'application/json', headers: more } = {}) {
      const headers = {
        ...more,
        accept,
        ...(origin && { origin }),
        ...(credential.token && { authorization: `Bearer ${credential.token}` }),
        ...(credential.cookie && { cookie: credential.cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      }
      const body = json === undefined ? form : JSON.stringify(json)
      const url = `${host}${API_BASE_PATH}${path}`
      const answer = await send(url, { method, headers, ...(body !== undefined && { body }) })
      const text = await answer.text().catch((error: unknown) => {
        throw new NoAnswer(whyNot(error, new URL(url), timeoutMs))
      })
      return { status: answer.status, headers: answer.headers, text }
    },
    async look(url, range) {
      const answer = await send(url, { headers: { ...(origin && { origin }), ...(range && { range }) } })
      await answer.body?.cancel()
      const { status, headers } = answer
      return { status, type: headers.get('content-type') ?? '', headers }
    },
  }
}

function hostOf(address: string): string {
  const text = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CheckError(`“${address}” is no address of a backend: write it like https://api.example.org.`)
  if (url.username !== '' || url.password !== '')
    throw new CheckError(
      'Leave name and password out of the address: it stands in the list of programs for all to see.',
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new CheckError(`“${text}” is no origin of a panel: write it like https://panel.example.org.`)
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/

function whyNot(error: unknown, { host, hostname, protocol }: URL, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `No answer came from ${host} within ${timeoutMs / 1000} s.`
  const { code, message } = innermost(error)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host ${hostname}: is it spelled right?`
    case 'ECONNREFUSED':
      return `Nothing listens at ${host}: is the backend running, and is the port right?`
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has run out, so no browser talks to it.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${host} is for another name, so no browser talks to it.`
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return `${host} broke the connection off before it had answered.`
  }
  if (CERTIFICATE.test(code))
    return `The certificate of ${host} is signed by nobody whom this machine knows (${code}). For a trial, name its authority in NODE_EXTRA_CA_CERTS.`
  if (protocol === 'https:' && /SSL|EPROTO/.test(code))
    return `${host} does not speak https: is it http, or another port?`
  if (/HPE_|HTTPParser/.test(`${code} ${message}`))
    return `What answers at ${host} does not speak http: is it https, or another port?`
  return `No answer came from ${host}: ${message}.`
}

function innermost(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  // Of several addresses that were tried, the first tells enough.
  const deeper = error instanceof AggregateError ? error.errors[0] : error.cause
  if (deeper instanceof Error) return innermost(deeper)
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}
