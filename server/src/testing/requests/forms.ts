import { randomBytes } from 'node:crypto'

interface FormFile {
  field: string
  name: string
  bytes: Uint8Array
  type?: string
}

/** A text field or a file of a form. */
export type FormPart = readonly [name: string, value: string, type?: string] | FormFile

/** Encodes a multipart form by hand, so that tests can also send forms that no browser would. */
export function formOf(...parts: FormPart[]): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `----test-${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap((part) => {
    const disposition = 'bytes' in part ? `name="${part.field}"; filename="${part.name}"` : `name="${part[0]}"`
    const type = 'bytes' in part ? (part.type ?? 'image/jpeg') : part[2]
    const typeLine = type === undefined ? '' : `content-type: ${type}\r\n`
    const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${typeLine}\r\n`
    return [Buffer.from(head), 'bytes' in part ? part.bytes : Buffer.from(part[1]), Buffer.from('\r\n')]
  })
  const payload = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
