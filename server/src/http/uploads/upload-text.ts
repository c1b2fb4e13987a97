import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import { badRequest } from '../../errors.ts'
import { fieldName } from '../validation.ts'

const UTF8_MAX_BYTES = 4
const UNBOUNDED_TEXT_MAX = 1000

/** Bytes that hold the longest text these fields allow, and one more character, so that a text over the limit is seen to be. */
export function longestText(schema: TObject): number {
  const lengths = Object.values(schema.properties).map((property) =>
    'maxLength' in property && typeof property.maxLength === 'number' ? property.maxLength : UNBOUNDED_TEXT_MAX,
  )
  return (Math.max(0, ...lengths) + 1) * UTF8_MAX_BYTES
}

/** The text fields of a form as their schema says they are. Throws what becomes a 400 with a sentence per field. */
export function checkText<Text extends TObject>(
  request: FastifyRequest,
  schema: Text,
  found: ReadonlyMap<string, string>,
): Static<Text> {
  const text = Object.fromEntries(found)
  check(request, schema, text)
  return text as Static<Text>
}

/** The same for the fields that have come, before a file behind them is read: others may follow it. */
export function checkTextSoFar(request: FastifyRequest, schema: TObject, found: ReadonlyMap<string, string>): void {
  const soFar = partials.get(schema) ?? Type.Partial(schema)
  partials.set(schema, soFar)
  check(request, soFar, Object.fromEntries(found))
}

/** One for each schema, since what is compiled from it is kept for as long as the server runs. */
const partials = new Map<TObject, TObject>()

function check(request: FastifyRequest, schema: TObject, text: Record<string, string>): void {
  for (const [field, value] of Object.entries(text)) {
    if (value.includes('\0')) {
      throw badRequest({
        en: `${fieldName(field).en} contains a character that cannot be saved.`,
        hi: `${fieldName(field).hi} में एक ऐसा अक्षर है जो सेव नहीं हो सकता।`,
      })
    }
  }
  const validate = request.compileValidationSchema(schema)
  if (!validate(text)) throw new InvalidText(validate.errors ?? [])
}

/** Looks to the error handler like the framework's own refusal of a body, and gets the same sentences. */
class InvalidText extends Error {
  readonly statusCode = 400
  readonly validation: readonly FastifySchemaValidationError[]

  constructor(validation: readonly FastifySchemaValidationError[]) {
    super('The text fields do not fit their schema.')
    this.validation = validation
  }
}
