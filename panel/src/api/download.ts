import type { Endpoint, EndpointInput, EndpointSchemas } from '@sevadesk/contract/base/endpoint.ts'
import { ApiError } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { endpointUrl } from './endpoint-url.ts'
import { readResponse } from './read-response.ts'

interface DownloadOptions {
  /** Expected type: an error page must not be saved as the file. */
  kind: 'pdf' | 'csv' | 'xlsx' | 'image' | 'json'
  signal?: AbortSignal | undefined
  /** Receives the bytes so far. */
  onProgress?: ((bytes: number) => void) | undefined
}

export interface DownloadedFile {
  file: Blob
  /** From Content-Disposition, without folders. */
  name: string | undefined
}

const TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  image: 'image/*',
  json: 'application/json',
} as const

/** Chunks are combined into blobs of this size (bytes), which the browser may keep on disk. */
const PART_BYTES = 4 * 1024 ** 2

/**
 * Downloads a file. Throws ApiError as `call` does, and also for a 2xx response of the wrong type.
 * Throws AbortError when `signal` is aborted.
 */
export async function download<Schemas extends EndpointSchemas>(
  endpoint: Endpoint<Schemas>,
  input: EndpointInput<Schemas>,
  { kind, signal, onProgress }: DownloadOptions,
): Promise<DownloadedFile> {
  try {
    const body = 'body' in input ? JSON.stringify(input.body) : undefined
    const answer = await fetch(endpointUrl(endpoint, input), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        ...callHeaders(),
        Accept: `${TYPES[kind]}, application/json;q=0.9`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    const { status, headers } = answer
    const file = await readFile(answer, typeOf(kind, headers), onProgress)
    if (!answer.ok || !(await isOfKind(kind, file, headers))) throw await failureOf(status, file)
    return { file, name: fileNameOf(headers.get('content-disposition')) }
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error
    throw new ApiError({ kind: 'network' })
  }
}

async function readFile(answer: Response, type: string, onProgress: DownloadOptions['onProgress']): Promise<Blob> {
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let waiting = 0
  let bytes = 0
  for await (const chunk of chunksOf(answer)) {
    chunks.push(chunk)
    waiting += chunk.byteLength
    bytes += chunk.byteLength
    onProgress?.(bytes)
    if (waiting < PART_BYTES) continue
    parts.push(new Blob(chunks))
    chunks = []
    waiting = 0
  }
  return new Blob([...parts, ...chunks], { type })
}

function typeOf(kind: DownloadOptions['kind'], headers: Headers): string {
  return kind === 'image' ? contentType(headers) : TYPES[kind]
}

function contentType(headers: Headers): string {
  return (headers.get('content-type') ?? '').toLowerCase()
}

/** A PDF is recognised by its first bytes; other files only by their content type. */
async function isOfKind(kind: DownloadOptions['kind'], file: Blob, headers: Headers): Promise<boolean> {
  if (kind !== 'pdf') return contentType(headers).startsWith(kind === 'image' ? 'image/' : TYPES[kind])
  return (await file.slice(0, 1024).text()).includes('%PDF-')
}

/** Returns the error for a response that is not the file. */
async function failureOf(status: number, file: Blob): Promise<ApiError> {
  try {
    readResponse('GET', status, await file.slice(0, 64 * 1024).text())
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  return new ApiError({ kind: 'bad-response', status })
}

/** Reads Content-Disposition: `filename*` wins over `filename` (RFC 6266). */
export function fileNameOf(header: string | null): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '')
  return safeName(decoded(encoded)) ?? safeName(plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2])
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Strips folders and forbidden characters; `undefined` if only dots or nothing are left. */
function safeName(name: string | undefined): string | undefined {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const safe = last.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim()
  return /^\.*$/.test(safe) ? undefined : safe
}

/** Streams a response body. Safari 15 cannot iterate a ReadableStream. */
async function* chunksOf(answer: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader()
  if (!reader) return
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
