import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { badRequest, tooLarge } from '../errors.ts'
import type { Media, StagedFile } from '../media/media.ts'
import type { Sentence } from '../sentence.ts'
import { checkText, longestText } from './upload-text.ts'
import { fieldName } from './validation.ts'

export interface UploadRules<Text extends TObject> {
  media: Media
  /** The text fields; others are ignored. */
  text: Text
  files: {
    /** The form's field that carries them, repeated when there are several. */
    field: string
    maxFiles: number
    maxBytes: number
    isRequired: boolean
  }
  /** Sees each text field as it arrives, so that a refusal need not wait for the files behind it. */
  onText?: (name: string, value: string) => void
}

export interface Upload<Text extends TObject> {
  text: Static<Text>
  files: readonly StagedFile[]
}

/** More parts than any form of ours has; what else a client sends is not read for ever. */
const MAX_TEXT_FIELDS = 100

export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
}

/**
 * Reads a form of text fields and files, in any order, and hands it to `use`. Files are streamed to the side one after another.
 * All or nothing: whatever is refused, by the rules or by `use`, nothing staged stays. Throws an `HttpError` for the sender.
 */
export async function receiveUpload<Text extends TObject, Result>(
  request: FastifyRequest,
  rules: UploadRules<Text>,
  use: (upload: Upload<Text>) => Promise<Result>,
): Promise<Result> {
  const files: StagedFile[] = []
  try {
    const text = await readParts(request, rules, files)
    if (rules.files.isRequired && files.length === 0) throw badRequest(NO_PHOTO)
    return await use({ text: checkText(request, rules.text, text), files })
  } catch (error) {
    await Promise.all(files.map((file) => rules.media.discard(file)))
    throw error
  } finally {
    letFlow(request)
  }
}

async function readParts<Text extends TObject>(
  request: FastifyRequest,
  { media, text, files: rules, onText }: UploadRules<Text>,
  files: StagedFile[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    fieldSize: longestText(text),
    fields: MAX_TEXT_FIELDS,
    parts: MAX_TEXT_FIELDS + rules.maxFiles + 1,
  }
  let position = 0
  for await (const part of formErrorsOf(request.parts({ limits }))) {
    if (part.type === 'field') {
      if (!(part.fieldname in text.properties)) continue
      // A part of the type application/json is anything. Taken as no text, it would wipe out what it meant to change.
      if (typeof part.value !== 'string') throw badRequest(...notText(part.fieldname))
      found.set(part.fieldname, part.value)
      onText?.(part.fieldname, part.value)
      continue
    }
    position += 1
    const name = nameOf(part.filename, position)
    if (isUnused(part.filename)) {
      part.file.resume()
      continue
    }
    if (part.fieldname !== rules.field) throw badRequest(wrongField(name))
    if (files.length === rules.maxFiles) throw tooLarge(tooManySentence(rules.maxFiles))
    files.push(await media.stage(formErrorsOf(part.file), { name, maxBytes: rules.maxBytes, kind: 'photo' }))
  }
  return found
}

/** A browser sends a file field that was left alone as a file without a name. */
function isUnused(filename: string | undefined): boolean {
  return filename === ''
}

function notText(field: string): [Sentence, Record<string, Sentence>] {
  const { en, hi } = fieldName(field)
  const sentence = { en: `${en} must be text.`, hi: `${hi} में लिखा हुआ पाठ हो।` }
  return [sentence, { [field]: sentence }]
}

const NO_PHOTO = { en: 'Please choose at least one photo.', hi: 'कम से कम एक फ़ोटो चुनें।' }

function wrongField(name: string): Sentence {
  return {
    en: `“${name}” came in a field where no photo is expected.`,
    hi: `“${name}” ऐसी जगह भेजी गई है जहाँ फ़ोटो नहीं ली जाती।`,
  }
}

function tooManySentence(maxFiles: number): Sentence {
  if (maxFiles === 1) return { en: 'Please choose one photo only.', hi: 'सिर्फ़ एक फ़ोटो चुनें।' }
  return {
    en: `At most ${maxFiles} photos can be sent at once.`,
    hi: `एक बार में ज़्यादा से ज़्यादा ${maxFiles} फ़ोटो भेजी जा सकती हैं।`,
  }
}

/** The sender's name for a file, fit for a sentence: without invisible characters, not too long. */
function nameOf(filename: string | undefined, position: number): string {
  const name = (filename ?? '').replace(/\p{C}/gu, '').trim()
  if (name === '') return `file ${position}`
  return name.length > 100 ? `${name.slice(0, 60)}…${name.slice(-30)}` : name
}

/** Whatever the parser throws is the form's own fault: a body that ends early, a boundary that is missing or too long. */
async function* formErrorsOf<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    const isTooLong = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw isTooLong
      ? tooLarge({ en: 'This form has more fields than the call accepts.', hi: 'इस फ़ॉर्म में ज़रूरत से ज़्यादा खाने हैं।' })
      : badRequest({
          en: 'The upload broke off or is not a complete form. Please try again.',
          hi: 'अपलोड बीच में रुक गया या पूरा नहीं हुआ। फिर से कोशिश करें।',
        })
  }
}

/**
 * A refusal is answered while files may still be on their way. The rest is taken in and thrown away, since a connection closed under
 * a browser that is sending shows a person a network error instead of our sentence.
 */
function letFlow(request: FastifyRequest): void {
  if (request.raw.readableEnded) return
  request.raw.unpipe()
  request.raw.resume()
}
