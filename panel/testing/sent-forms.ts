import { vi } from 'vitest'
import { userEvent } from 'vitest/browser'

/** Chooses a file in the one file picker of the page. */
export function chooseFile(file: File): Promise<void> {
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  return userEvent.upload(input, file)
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
