import type { Endpoint, EndpointInput, EndpointOutput, EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import { isRecord, readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { callHeaders } from './call-headers.ts'
import { endpointUrl } from './endpoint-url.ts'

/** Files by the form field they go in, such as `{ images: [a, b] }`. A field with an empty list is left out. */
export type UploadFiles = Readonly<Record<string, readonly File[]>>

interface UploadOptions {
  /** Told how much has left, in whole per cent from 0 to 100. At 100 the server is still at work. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}

/**
 * Sends a form with files. The fetch API can't tell how much has left, so this is XMLHttpRequest; it never times out, because a
 * village line takes as long as it takes. Throws like `call`, and AbortError when `signal` is aborted.
 */
export function upload<Schemas extends EndpointSchemas>(
  endpoint: Endpoint<Schemas>,
  input: EndpointInput<Schemas>,
  files: UploadFiles,
  { onProgress, signal }: UploadOptions = {},
): Promise<EndpointOutput<Schemas>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError())
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(endpoint.method, endpointUrl(endpoint, input))
    request.withCredentials = true
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? Math.floor((loaded / total) * 100) : 0)
    request.onload = () => {
      try {
        resolve(readAnswer(endpoint.method, request.status, request.responseText) as EndpointOutput<Schemas>)
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new ApiError({ kind: 'network' }))
    request.onabort = () => reject(abortError())
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

function abortError(): DOMException {
  return new DOMException('The upload was cancelled', 'AbortError')
}
