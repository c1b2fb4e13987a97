import fc from 'fast-check'
import { FILE_NAMES, type FileName, GOOD_FILES } from './files.ts'
import { oddText } from './odd-values.ts'
import type { JsonSchema } from './operations.ts'
import { fuzzedObject } from './schema-values.ts'

/** Texts, and files by name. */
export type Body = readonly (string | { file: FileName })[]

const BOUNDARY = 'fuzz-boundary'
const END = `--${BOUNDARY}--\r\n`

const oddFileName = fc.oneof(fc.constantFrom('a.jpg', 'b.png', 'c.mp4', 'गाय.jpg', '../../a.jpg', 'a.svg', ''), oddText)
const fileType = fc.constantFrom('image/jpeg', 'image/png', 'video/mp4', 'text/html', 'application/json', 'x', '')

interface SentFile {
  fileName: string
  type: string
  file: FileName
}

const anyFile: fc.Arbitrary<SentFile> = fc.record({
  fileName: oddFileName,
  type: fileType,
  file: fc.constantFrom(...FILE_NAMES),
})

/** Mostly a good file of the field's kind; none once in about six times. */
function fileOf(field: JsonSchema): fc.Arbitrary<SentFile | null> {
  const type = (field.items ?? field).contentMediaType ?? ''
  const kind = (['video', 'pdf'] as const).find((each) => type.includes(each)) ?? 'image'
  const fileName = fc.constant({ image: 'a.jpg', video: 'a.mp4', pdf: 'a.pdf' }[kind])
  const good = fc.record({ fileName, type: fc.constant(type), file: fc.constantFrom(...GOOD_FILES[kind]) })
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: anyFile }, fc.constant(null))
}

/** A form with the schema's fields and files, whose parts may be odd, repeated or cut off. */
export function fuzzedForm(schema: JsonSchema): fc.Arbitrary<{ contentType: string; body: Body }> {
  const fields = Object.entries(schema.properties ?? {})
  const isFile = ([, field]: [string, JsonSchema]) => (field.items ?? field).contentMediaType !== undefined
  const texts = fuzzedObject({
    properties: Object.fromEntries(fields.filter((field) => !isFile(field))),
    required: schema.required?.filter((name) => !fields.some((field) => field[0] === name && isFile(field))) ?? [],
  })
  const others = fc.array(fc.tuple(fc.constantFrom('image', 'file', 'other'), anyFile), { maxLength: 2 })
  const files = fc.tuple(
    fc.tuple(...fields.filter(isFile).map(([name, field]) => fc.tuple(fc.constant(name), fileOf(field)))),
    fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, others),
  )
  const parts = fc.tuple(texts, files).map(([fieldTexts, [known, more]]): Body => {
    const textParts = Object.entries(fieldTexts).map(([name, value]) => textPart(name, value))
    const fileParts = [...known, ...more].flatMap(([name, file]) => (file ? filePart(name, file) : []))
    return [...textParts, ...fileParts]
  })
  return fc
    .record({
      parts,
      odd: fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, fc.array(oddPart, { maxLength: 3 })),
      end: fc.oneof({ weight: 12, arbitrary: fc.constant(END) }, fc.constantFrom('', '--', '\r\n', `--${BOUNDARY}`)),
      boundary: fc.oneof(
        { weight: 12, arbitrary: fc.constant(BOUNDARY) },
        fc.constantFrom('other', '', 'a'.repeat(300)),
      ),
    })
    .map(({ parts: known, odd, end, boundary }) => ({
      contentType: `multipart/form-data; boundary=${boundary}`,
      body: [...known, ...odd, end],
    }))
}

const oddPart: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(oddText, oddText).map(([name, value]) => textPart(name, value)),
  fc.constantFrom(
    `--${BOUNDARY}\r\n\r\nno headers\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nno name\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: attachment; filename="a"\r\n\r\nx\r\n`,
    `--${BOUNDARY}\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n--inner--\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name*=UTF-8''%ff%fe\r\n\r\nx\r\n`,
    `--${BOUNDARY}\r\n${'X-Long: y\r\n'.repeat(3000)}\r\nx\r\n`,
    textPart('title', 'twice').repeat(2),
    textPart('title', 't'.repeat(2_000_000)),
    textPart('field', 'x').repeat(1500),
    '\u0000\u0001 no boundary',
  ),
)

function textPart(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
}

function filePart(name: string, { fileName, type, file }: SentFile): Body {
  const disposition = `form-data; name="${name}"; filename="${fileName}"`
  return [`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`, { file }, '\r\n']
}
