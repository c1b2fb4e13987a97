export interface FormFile {
  field: string
  fileName: string
  type: string
  bytes: Buffer
}

export interface FormBody {
  fields: Map<string, string>
  files: FormFile[]
}

const CRLF = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')

/** A file in an unexpected field, or too many files. The parser multer has one name for both. */
export class UnexpectedField extends Error {}

/**
 * Parses a form. Throws UnexpectedField if a file is outside `fileField`, or if there are more than
 * `limit` files.
 */
export function parseUpload(contentType: string, body: Buffer, fileField: string, limit = 1): FormBody {
  const form = parseForm(contentType, body)
  if (form.files.some(({ field }) => field !== fileField) || form.files.length > limit) throw new UnexpectedField()
  return form
}

/**
 * Reads a whole multipart/form-data body (RFC 7578) held in memory. Throws when the body is cut off
 * or has no boundary.
 */
function parseForm(contentType: string, body: Buffer): FormBody {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const word = boundary?.[1] ?? boundary?.[2]
  if (!word) throw new Error('no boundary')
  const delimiter = Buffer.from(`--${word}`)
  const form: FormBody = { fields: new Map(), files: [] }
  let at = body.indexOf(delimiter)
  while (at !== -1) {
    const start = at + delimiter.length
    if (body.subarray(start, start + 2).toString() === '--') return form
    const end = body.indexOf(Buffer.concat([CRLF, delimiter]), start)
    if (end === -1) break
    addPart(form, body.subarray(start + CRLF.length, end))
    at = end + CRLF.length
  }
  throw new Error('the form was cut off')
}

function addPart(form: FormBody, part: Buffer): void {
  const headEnd = part.indexOf(HEAD_END)
  const head = part.subarray(0, headEnd).toString('utf8')
  const bytes = part.subarray(headEnd + HEAD_END.length)
  const field = /[;\s]name="([^"]*)"/i.exec(head)?.[1] ?? ''
  const fileName = /filename="([^"]*)"/i.exec(head)?.[1]
  if (fileName === undefined) form.fields.set(field, bytes.toString('utf8'))
  else if (fileName !== '' || bytes.length > 0) {
    form.files.push({ field, fileName, type: /content-type:\s*(\S+)/i.exec(head)?.[1] ?? '', bytes })
  }
}
