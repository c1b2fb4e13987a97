import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { badRequest } from '../../errors.ts'
import type { FileKind } from '../../media/media.ts'
import { megabytes } from '../../media/upload-errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { labelOf } from '../validation.ts'

interface MissingFile {
  field: string
  kind: FileKind
}

const UTF8_MAX_BYTES = 4
const UNBOUNDED_TEXT_MAX = 1000

/**
 * Size limit of a text field: the longest allowed text and one more character, so that validation
 * sees a text over the limit.
 */
export function maxTextBytes(schema: TObject): number {
  const lengths = Object.values(schema.properties).map((property) =>
    'maxLength' in property && typeof property.maxLength === 'number' ? property.maxLength : UNBOUNDED_TEXT_MAX,
  )
  return (Math.max(0, ...lengths) + 1) * UTF8_MAX_BYTES
}

/**
 * Validates the text fields of a form. Its error becomes a 400 with a message per field, also for
 * each required file field in `missingFiles`.
 */
export function validateText<Text extends TObject>(
  request: FastifyRequest,
  schema: Text,
  fields: ReadonlyMap<string, string>,
  missingFiles: readonly MissingFile[],
): Static<Text> {
  const text = Object.fromEntries(fields)
  validate(request, schema, text, missingFiles)
  return text as Static<Text>
}

/**
 * Validates the fields received so far, before the next file is read; required fields may still
 * follow.
 */
export function validateTextSoFar(request: FastifyRequest, schema: TObject, fields: ReadonlyMap<string, string>): void {
  const partial = partials.get(schema) ?? Type.Partial(schema)
  partials.set(schema, partial)
  validate(request, partial, Object.fromEntries(fields))
}

/** Reused, because the validator of each schema object is cached for as long as the server runs. */
const partials = new Map<TObject, TObject>()

function validate(
  request: FastifyRequest,
  schema: TObject,
  text: Record<string, string>,
  missingFiles: readonly MissingFile[] = [],
): void {
  for (const [field, value] of Object.entries(text)) {
    if (value.includes('\0')) {
      throw badRequest(
        localised('{field} contains a character that cannot be saved.', { field: labelOf(schema, [field]) }),
      )
    }
  }
  const validator = request.compileValidationSchema(schema)
  const errors = validator(text) ? [] : (validator.errors ?? [])
  if (errors.length + missingFiles.length > 0) throw new InvalidText([...errors, ...missingFiles.map(missingFileError)])
}

/** Has the shape of the validator's error for a missing text field. */
function missingFileError({ field, kind }: MissingFile): FastifySchemaValidationError {
  return { keyword: 'required', instancePath: '', schemaPath: '', params: { missingProperty: field, fileKind: kind } }
}

/** Has the shape of Fastify's validation errors, so that the error handler treats both alike. */
class InvalidText extends Error {
  readonly statusCode = 400
  readonly validation: readonly FastifySchemaValidationError[]

  constructor(validation: readonly FastifySchemaValidationError[]) {
    super('The text fields do not fit their schema.')
    this.validation = validation
  }
}

/** Messages about a form with files. Messages about one file are in media/upload-errors.ts. */

export function wrongField(name: string, kind: FileKind): LocalisedText {
  return {
    photo: localised('“{name}” was sent in a field that does not accept a photo.', { name }),
    video: localised('“{name}” was sent in a field that does not accept a video.', { name }),
    pdf: localised('“{name}” was sent in a field that does not accept a PDF file.', { name }),
  }[kind]
}

export function tooManyFiles(maxFiles: number, kind: FileKind): LocalisedText {
  if (kind === 'video') return localised('Please choose one video only.')
  if (kind === 'pdf') return localised('Please choose one PDF file only.')
  if (maxFiles === 1) return localised('Please choose one photo only.')
  return localised('You can send at most {maxFiles} photos at once.', { maxFiles })
}

/**
 * For a form refused by its declared length, before a file's name is known. `maxBytes` is per file.
 */
export function formTooLarge(maxFiles: number, maxBytes: number, kind: FileKind): LocalisedText {
  const limit = megabytes(maxBytes)
  if (kind === 'pdf') {
    return localised('This file is too large. A PDF file can be at most {limit} MB.', { limit })
  }
  if (kind === 'video') {
    return localised('This video is too large. A video can be at most {limit} MB.', { limit })
  }
  if (maxFiles === 1) {
    return localised('This photo is too large. A photo can be at most {limit} MB.', { limit })
  }
  return localised(
    'These photos are too large together. You can send at most {maxFiles} photos of {limit} MB at once.',
    { maxFiles, limit },
  )
}

export function notText(field: string, schema: TSchema): [LocalisedText, Record<string, LocalisedText>] {
  const message = localised('form|{field} must be text.', { field: labelOf(schema, [field]) })
  return [message, { [field]: message }]
}

export function tooManyFields(): LocalisedText {
  return localised('This form has too many fields.')
}

export function incompleteUpload(): LocalisedText {
  return localised('The upload was interrupted or is incomplete. Please try again.')
}
