import type { Endpoint, EndpointInput, EndpointOutput, EndpointSchemas } from '@sevadesk/contract/base/endpoint.ts'
import { ApiError } from './api-error.ts'
import { callHeaders, versionHeaders } from './call-headers.ts'
import { dropEarlyRequests, takeEarly } from './early-calls.ts'
import { endpointUrl } from './endpoint-url.ts'
import { readResponse } from './read-response.ts'

interface CallOptions {
  signal?: AbortSignal
  /** See `callHeaders`. */
  bearer?: boolean
  /** See `callHeaders`. */
  anySession?: boolean
  /** See `callHeaders`. */
  device?: boolean
  /**
   * Idempotency key of 32 hex digits. Only for backends of level 1: the CORS
   * rules of others may reject the header.
   */
  key?: string | undefined
  /**
   * The version that a save began from. Only for backends of level 1: the CORS
   * rules of others may reject the header.
   */
  version?: number | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/**
 * Sends a request and returns the JSON of its response. Throws ApiError, also for `success: false`
 * under any status, and AbortError when `signal` is aborted. The return type is what the contract
 * promises; a backend may leave fields out.
 */
export async function call<Schemas extends EndpointSchemas>(
  endpoint: Endpoint<Schemas>,
  input: EndpointInput<Schemas>,
  { signal, bearer = true, anySession = false, device = false, key, version, keepalive = false }: CallOptions = {},
): Promise<EndpointOutput<Schemas>> {
  const body = 'body' in input ? JSON.stringify(input.body) : undefined
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      ...callHeaders({ bearer, anySession, device }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...versionHeaders(version),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }
  if (endpoint.method !== 'GET') dropEarlyRequests()
  const { status, text, retryAfter } = await send(endpointUrl(endpoint, input), request)
  return readResponse(endpoint.method, status, text, retryAfter) as EndpointOutput<Schemas>
}

async function send(
  url: string,
  request: RequestInit,
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  try {
    const response = await respond(url, request)
    const text = await response.text()
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError({ kind: 'network' })
  }
}

/** A failed early request is sent again. */
async function respond(url: string, request: RequestInit): Promise<Response> {
  const early = request.method === 'GET' ? takeEarly(url, request.signal) : undefined
  return (await early?.catch(() => undefined)) ?? fetch(url, request)
}
