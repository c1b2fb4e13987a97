import { vi } from 'vitest'
import { userEvent } from 'vitest/browser'

export function chooseFile(file: File): Promise<void> {
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  return userEvent.upload(input, file)
}

/** A file that overfills the socket buffers, so that its upload can stall. */
export function largeFile(name: string, type: string): File {
  return new File([new Uint8Array(32 * 1024 ** 2)], name, { type, lastModified: 1 })
}

export function dropFiles(...files: File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const picker = document.querySelector('fieldset:has(input[type="file"])')
  picker?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

/** Collects the fields of each upload until mocks are restored. */
export function watchForms(): [string, FormDataEntryValue][][] {
  const forms: [string, FormDataEntryValue][][] = []
  const send = XMLHttpRequest.prototype.send
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    if (body instanceof FormData) forms.push([...body.entries()])
    return send.call(this, body)
  })
  return forms
}

/** Collects idempotency keys until mocks are restored. */
export function watchKeys(): string[] {
  return watchUploadHeader('Idempotency-Key')
}

/** Collects the values of a header of uploads until mocks are restored. */
export function watchUploadHeader(name: string): string[] {
  const values: string[] = []
  const set = XMLHttpRequest.prototype.setRequestHeader
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(function (this: XMLHttpRequest, ...header) {
    if (header[0] === name) values.push(header[1])
    return set.apply(this, header)
  })
  return values
}
