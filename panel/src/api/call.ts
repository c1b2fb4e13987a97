import type { Endpoint, EndpointInput, EndpointOutput, EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import { readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { endpointUrl } from './endpoint-url.ts'

interface CallOptions {
  signal?: AbortSignal
  /** False on a login: an ended session's token must not stand in the way of a new one. */
  bearer?: boolean
}

/**
 * Makes one call and answers its JSON. Throws ApiError, also for `success: false` under any status; an aborted call throws
 * AbortError. The answer's type is what the contract promises; a foreign backend may leave fields out.
 */
export async function call<Schemas extends EndpointSchemas>(
  endpoint: Endpoint<Schemas>,
  input: EndpointInput<Schemas>,
  { signal, bearer = true }: CallOptions = {},
): Promise<EndpointOutput<Schemas>> {
  const body = 'body' in input ? JSON.stringify(input.body) : undefined
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      ...callHeaders({ bearer }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }
  const { status, text } = await send(endpointUrl(endpoint, input), request)
  return readAnswer(endpoint.method, status, text) as EndpointOutput<Schemas>
}

async function send(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, request)
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError({ kind: 'network' })
  }
}
