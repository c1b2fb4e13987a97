import type { Endpoint, EndpointInput, EndpointOutput, EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import { readAnswer } from './answer.ts'
import { ApiError, CancelledError, type UnknownOutcome } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { endpointUrl } from './endpoint-url.ts'
import { isRecord } from './records/fields.ts'

/** Files by the form field they go in, such as `{ images: [a, b] }`. A field with an empty list is left out. */
export type UploadFiles = Readonly<Record<string, readonly File[]>>

interface UploadOptions {
  /** Told how much has left, in whole per cent from 0 to 100. At 100 the server is still at work. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
  /** 32 hex digits by which the server knows this very sending again. Only for a backend that said it does: others refuse the header. */
  key?: string
}

/** What a proxy says when the server behind it gave no answer. */
const BROKEN_GATEWAY = [502, 504]

/**
 * Sends a form with files. The fetch API can't tell how much has left, so this is XMLHttpRequest; it never times out, because a
 * village line takes as long as it takes. Throws like `call`, and AbortError when `signal` is aborted; the error's `unknownOutcome` says where it
 * may have been carried out all the same.
 */
export function upload<Schemas extends EndpointSchemas>(
  endpoint: Endpoint<Schemas>,
  input: EndpointInput<Schemas>,
  files: UploadFiles,
  { onProgress, signal, key }: UploadOptions = {},
): Promise<EndpointOutput<Schemas>> {
  return new Promise<EndpointOutput<Schemas>>((resolve, reject) => {
    if (signal?.aborted) return reject(new CancelledError())
    const request = new XMLHttpRequest()
    let hasLeft = false
    const outcomeIfSent: UnknownOutcome = key ? 'once' : 'repeats'
    const unknownOutcome = () => (hasLeft ? outcomeIfSent : undefined)
    const abort = () => request.abort()
    request.open(endpoint.method, endpointUrl(endpoint, input))
    request.withCredentials = true
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
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
        resolve(readAnswer(endpoint.method, request.status, request.responseText) as EndpointOutput<Schemas>)
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

/** Text fields go first: a server that streams needs them before the files. */
function formData(input: object, files: UploadFiles): FormData {
  const form = new FormData()
  const fields = 'multipart' in input && isRecord(input.multipart) ? input.multipart : {}
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  for (const [name, list] of Object.entries(files)) for (const file of list) form.append(name, file)
  return form
}

/** Whether a failed upload ended with the server's word on it. One that failed itself may not know how far it came. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'refused' || (error.kind === 'http' && error.status < 500))
}
