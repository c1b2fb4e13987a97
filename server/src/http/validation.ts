import { NOT_BLANK } from '@sevadesk/contract/base/not-blank.ts'
import type { FastifySchemaValidationError } from 'fastify'
import type { TSchema } from 'typebox'
import type { FileKind } from '../media/media.ts'
import { joinSentences, type LocalisedText, localised, localisedTitle } from '../text/localised-text.ts'

/**
 * Returns a message for the user and, if fields are invalid, one per field. `part` is the invalid
 * part of the request, such as `querystring`, and `schema` its schema.
 */
export function describeValidationErrors(
  errors: readonly FastifySchemaValidationError[],
  schema: TSchema | undefined,
  part?: string,
): [sentence: LocalisedText, fields?: Record<string, LocalisedText>] {
  const fields: Record<string, LocalisedText> = {}
  for (const error of errors) {
    const path = pathOf(error)
    // The panel shows one message for a whole list.
    const field = path.filter((step) => !isListIndex(step)).join('.')
    if (field && !fields[field]) fields[field] = describeError(labelOf(schema, path), error, part)
  }
  const sentences = Object.values(fields)
  if (sentences.length === 0) return [WRONG_FORM]
  return [joinSentences(sentences), fields]
}

const WRONG_FORM = localised('The request does not have the expected format.')

function pathOf({ instancePath, keyword, params }: FastifySchemaValidationError): string[] {
  const path = instancePath.split('/').filter(Boolean)
  if (keyword === 'required') {
    const missing = params.requiredProperties ?? params.missingProperty
    path.push(String(Array.isArray(missing) ? missing[0] : missing))
  }
  return path
}

function isListIndex(part: string): boolean {
  return /^\d+$/.test(part)
}

function describeError(
  field: LocalisedText,
  { keyword, params, message, instancePath }: FastifySchemaValidationError,
  part: string | undefined,
): LocalisedText {
  const own = instancePath === '/amount' ? describeAmountError(keyword, params.limit) : undefined
  if (own) return own
  if (isListIndex(instancePath.split('/').at(-1) ?? ''))
    return localised('{field} contains a value that is not accepted.', { field })
  const isRequired = localised('{field} is required.', { field })
  const limit = String(params.limit)
  switch (keyword) {
    case 'required':
      return MISSING_FILES[params.fileKind as FileKind] ?? isRequired
    case 'minLength':
      if (params.limit === 1) return isRequired
      return localised('{field} must have at least {limit} characters.', { field, limit })
    case 'maxLength':
      return localised('{field} can have at most {limit} characters.', { field, limit })
    case 'maxItems':
      return localised('{field} can have at most {limit} entries.', { field, limit })
    case 'pattern':
      if (params.pattern === NOT_BLANK) return isRequired
      return PATTERNS[instancePath] ?? localised('{field} has the wrong format.', { field })
    case 'type':
      // Every query parameter is text, unless it is given twice and parsed as a list.
      if (part === 'querystring') return localised('{field} can be given only once.', { field })
      if (params.type === 'string') return localised('{field} must be text.', { field })
      if (params.type === 'integer') return localised('{field} must be a whole number.', { field })
      if (params.type === 'number') return localised('{field} must be a number.', { field })
      return localised('{field} has the wrong format.', { field })
    case 'minimum':
      return localised('{field} must be at least {limit}.', { field, limit })
    case 'maximum':
      return localised('{field} must be at most {limit}.', { field, limit })
    case 'enum':
    case 'const':
    case 'anyOf':
      return localised('{field} is not one of the accepted values.', { field })
    default:
      return localised('{field} {problem}.', { field, problem: message ?? 'has the wrong format' })
  }
}

/** Amounts are sent in paise, but donors think in rupees. `limit` is in paise. */
function describeAmountError(keyword: string, limit: unknown): LocalisedText | undefined {
  const rupees = `₹${(Number(limit) / 100).toLocaleString('en-IN')}`
  switch (keyword) {
    case 'type':
      return localised('The amount must be in rupees and whole paise, such as ₹500 or ₹500.50.')
    case 'minimum':
      return localised('The amount must be at least {rupees}.', { rupees })
    case 'maximum':
      return localised('The amount can be at most {rupees}.', { rupees })
    default:
      return undefined
  }
}

const PATTERNS: Readonly<Record<string, LocalisedText>> = {
  '/page': localised('Page must be a whole number, 1 or more.'),
  '/limit': localised('Limit must be a whole number from 1 to 100.'),
}

/** Files are validated only for being present. */
const MISSING_FILES: Readonly<Record<FileKind, LocalisedText>> = {
  video: localised('Please choose a video.'),
  photo: localised('Please choose at least one photo.'),
  pdf: localised('Please choose a PDF file.'),
}

interface SchemaNode {
  title?: string
  properties?: Readonly<Record<string, SchemaNode>>
  items?: SchemaNode
  anyOf?: readonly SchemaNode[]
}

/**
 * A field's name for messages: the title in its schema. One without is split into words, such as
 * "Order id" for `orderId`.
 */
export function labelOf(schema: TSchema | undefined, path: readonly string[]): LocalisedText {
  const node = path.reduce<SchemaNode | undefined>((parent, step) => parent && childOf(parent, step), schema)
  const title = node?.title ?? node?.anyOf?.find((each) => each.title)?.title
  if (title !== undefined) return localisedTitle(title)
  const words = (path.findLast((step) => !isListIndex(step)) ?? '').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return () => words.charAt(0).toUpperCase() + words.slice(1)
}

function childOf(node: SchemaNode, step: string): SchemaNode | undefined {
  // The sentence about a wrong entry names the list.
  return isListIndex(step) ? { ...node, ...node.items } : node.properties?.[step]
}
