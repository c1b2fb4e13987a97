import { randomBytes } from 'node:crypto'

interface FormFile {
  field: string
  name: string
  bytes: Uint8Array
  type?: string
}

/** A text field, as name and value, or a file; they are sent in this order. */
export type FormPart = readonly [name: string, value: string] | FormFile

/** A multipart form written out by hand, so that tests can also send what no browser would. */
export function formOf(...parts: FormPart[]): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `----test-${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap((part) => {
    const disposition = 'bytes' in part ? `name="${part.field}"; filename="${part.name}"` : `name="${part[0]}"`
    const type = 'bytes' in part ? `content-type: ${part.type ?? 'image/jpeg'}\r\n` : ''
    const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${type}\r\n`
    return [Buffer.from(head), 'bytes' in part ? part.bytes : Buffer.from(part[1]), Buffer.from('\r\n')]
  })
  const payload = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
