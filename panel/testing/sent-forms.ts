import { vi } from 'vitest'
import { userEvent } from 'vitest/browser'

/** Chooses a file in the one file picker of the page. */
export function chooseFile(file: File): Promise<void> {
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  return userEvent.upload(input, file)
}

/** A file that a line which stands still does not take whole. */
export function largeFile(name: string, type: string): File {
  return new File([new Uint8Array(32 * 1024 ** 2)], name, { type, lastModified: 1 })
}

/** Drops files on the one file picker of the page. */
export function dropFiles(...files: File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const picker = document.querySelector('fieldset:has(input[type="file"])')
  picker?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

/** The fields of each form that is sent from now on, in their order; until mocks are restored. */
export function watchForms(): [string, FormDataEntryValue][][] {
  const forms: [string, FormDataEntryValue][][] = []
  const send = XMLHttpRequest.prototype.send
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    if (body instanceof FormData) forms.push([...body.entries()])
    return send.call(this, body)
  })
  return forms
}

/** The keys of the sendings that are made from now on, in their order; until mocks are restored. */
export function watchKeys(): string[] {
  const keys: string[] = []
  const set = XMLHttpRequest.prototype.setRequestHeader
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(function (this: XMLHttpRequest, ...header) {
    if (header[0] === 'Idempotency-Key') keys.push(header[1])
    return set.apply(this, header)
  })
  return keys
}
