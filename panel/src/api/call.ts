import type { Endpoint, EndpointInput, EndpointOutput, EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import { readAnswer } from './answer.ts'
import { ApiError, CancelledError } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { chunksOf } from './chunks-of.ts'
import { endpointUrl } from './endpoint-url.ts'
import { currentTurn } from './identity/person-turn.ts'

interface CallOptions {
  signal?: AbortSignal
  /** False on a login: an ended session's token must not stand in the way of a new one. */
  bearer?: boolean
  /** True for what is asked whoever may have logged in in another tab: who is signed in, and a login. */
  asAnybody?: boolean
  /** Told how many bytes of the answer have come, unpacked. How many there will be is not known: answers travel packed. */
  onProgress?: ((bytes: number) => void) | undefined
}

/**
 * Makes one call and answers its JSON. Throws ApiError, also for `success: false` under any status; an aborted call throws
 * AbortError, and so does one whose answer comes when somebody else is at work. The answer's type is what the contract promises; a foreign backend may leave fields out.
 */
export async function call<Schemas extends EndpointSchemas>(
  endpoint: Endpoint<Schemas>,
  input: EndpointInput<Schemas>,
  { signal, bearer = true, asAnybody = false, onProgress }: CallOptions = {},
): Promise<EndpointOutput<Schemas>> {
  const body = 'body' in input ? JSON.stringify(input.body) : undefined
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      ...callHeaders({ bearer, asAnybody }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }
  const isStillTheirs = currentTurn()
  const answer = send(endpointUrl(endpoint, input), request, onProgress)
  const { status, text } = await answer.finally(() => {
    if (!asAnybody && !isStillTheirs()) throw new CancelledError()
  })
  return readAnswer(endpoint.method, status, text) as EndpointOutput<Schemas>
}

async function send(
  url: string,
  request: RequestInit,
  onProgress: CallOptions['onProgress'],
): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, request)
    const text = onProgress ? await readText(answer, onProgress) : await answer.text()
    return { status: answer.status, text }
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError({ kind: 'network' })
  }
}

async function readText(answer: Response, onProgress: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of chunksOf(answer)) {
    bytes += chunk.byteLength
    parts.push(decoder.decode(chunk, { stream: true }))
    onProgress(bytes)
  }
  return parts.join('') + decoder.decode()
}
