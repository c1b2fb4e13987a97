import type { Endpoint, EndpointInput, EndpointOutput, EndpointSchemas } from '@sevadesk/contract/base/endpoint.ts'
import { ApiError, CancelledError, type UnknownOutcome } from './api-error.ts'
import { callHeaders, versionHeaders } from './call-headers.ts'
import { dropEarlyRequests } from './early-calls.ts'
import { endpointUrl } from './endpoint-url.ts'
import { readResponse } from './read-response.ts'
import { isRecord } from './records/fields.ts'

/** Files by form field, such as `{ images: [a, b] }`. */
export type UploadFiles = Readonly<Record<string, readonly File[]>>

interface UploadOptions {
  /** Receives the sent part in whole per cent. At 100 the server is still working. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
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
}

/** Statuses of a proxy whose server did not respond. */
const BROKEN_GATEWAY = [502, 504]

/**
 * Uploads a form with files. Uses XMLHttpRequest, since fetch reports no upload progress. Has no
 * timeout: a slow line may take hours. Throws like `call`, and AbortError when `signal` is
 * aborted; `unknownOutcome` tells whether the upload may have succeeded.
 */
export function upload<Schemas extends EndpointSchemas>(
  endpoint: Endpoint<Schemas>,
  input: EndpointInput<Schemas>,
  files: UploadFiles,
  { onProgress, signal, key, version }: UploadOptions = {},
): Promise<EndpointOutput<Schemas>> {
  return new Promise<EndpointOutput<Schemas>>((resolve, reject) => {
    if (signal?.aborted) return reject(new CancelledError())
    const request = new XMLHttpRequest()
    let hasLeft = false
    const outcomeIfSent: UnknownOutcome = key ? 'once' : 'repeats'
    const unknownOutcome = () => (hasLeft ? outcomeIfSent : undefined)
    const abort = () => request.abort()
    dropEarlyRequests()
    request.open(endpoint.method, endpointUrl(endpoint, input))
    request.withCredentials = true
    for (const [name, value] of Object.entries({ ...callHeaders(), ...versionHeaders(version) })) {
      request.setRequestHeader(name, value)
    }
    if (key) request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? Math.floor((loaded / total) * 100) : 0)
    request.upload.onload = () => {
      hasLeft = true
    }
    request.onload = () => {
      if (BROKEN_GATEWAY.includes(request.status)) {
        return reject(new ApiError({ kind: 'http', status: request.status, unknownOutcome: unknownOutcome() }))
      }
      try {
        resolve(readResponse(endpoint.method, request.status, request.responseText) as EndpointOutput<Schemas>)
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new ApiError({ kind: 'network', unknownOutcome: unknownOutcome() }))
    request.onabort = () => reject(new CancelledError(unknownOutcome()))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(formData(input, files))
  })
}

/** Text fields first: a streaming server needs them before the files. */
function formData(input: object, files: UploadFiles): FormData {
  const form = new FormData()
  const fields = 'multipart' in input && isRecord(input.multipart) ? input.multipart : {}
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  for (const [name, list] of Object.entries(files)) for (const file of list) form.append(name, file)
  return form
}

/** Whether the server rejected the upload. Excludes 5xx: the upload may have been saved. */
export function isServerResponse(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'refused' || (error.kind === 'http' && error.status < 500))
}
