import { NOT_BLANK } from '@sevadesk/contract/base/not-blank.ts'
import type { FastifySchemaValidationError } from 'fastify'
import { joinSentences, type LocalisedText, localised } from '../text/localised-text.ts'

/**
 * Returns a message for the user and, if fields are invalid, one per field. `part` is the invalid
 * part of the request, such as `querystring`.
 */
export function describeValidationErrors(
  errors: readonly FastifySchemaValidationError[],
  part?: string,
): [sentence: LocalisedText, fields?: Record<string, LocalisedText>] {
  const fields: Record<string, LocalisedText> = {}
  for (const error of errors) {
    const field = fieldOf(error)
    if (field && !fields[field]) fields[field] = MISSING_FILES[field] ?? describeError(fieldName(field), error, part)
  }
  const sentences = Object.values(fields)
  if (sentences.length === 0) return [WRONG_FORM]
  return [joinSentences(sentences), fields]
}

const WRONG_FORM = localised('The request does not have the expected format.')

function fieldOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
  const path = instancePath.split('/').filter(Boolean)
  if (keyword === 'required') {
    const missing = params.requiredProperties ?? params.missingProperty
    path.push(String(Array.isArray(missing) ? missing[0] : missing))
  }
  // The panel shows one message for a whole list.
  return path.filter((part) => !isListIndex(part)).join('.')
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
      return isRequired
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

/** File fields are validated only for being present. */
const MISSING_FILES: Readonly<Record<string, LocalisedText>> = {
  video: localised('Please choose a video.'),
  images: localised('Please choose at least one photo.'),
  file: localised('Please choose a PDF file.'),
}

/** Field names as the screens show them. */
const FIELD_NAMES: Readonly<Record<string, LocalisedText>> = {
  title: localised('Title'),
  description: localised('Description'),
  venue: localised('Venue'),
  username: localised('Username'),
  password: localised('Password'),
  oldPassword: localised('Current password'),
  newPassword: localised('New password'),
  confirmPassword: localised('Confirm new password'),
  role: localised('Role'),
  sections: localised('Sections'),
  _id: localised('Id'),
  name: localised('Name'),
  email: localised('Email'),
  subject: localised('Subject'),
  message: localised('Message'),
  amount: localised('Amount'),
  donorName: localised('Name'),
  donorEmail: localised('E-mail'),
  donorPhone: localised('Phone'),
  donorAddress: localised('Address'),
  donorPan: localised('PAN'),
  purpose: localised('Purpose'),
  purposeId: localised('Purpose'),
  institutionId: localised('Institution'),
  donationType: localised('Type of donation'),
  mode: localised('Mode of payment'),
  receivedOn: localised('Day of receipt'),
  donorId: localised('Donor'),
  directionLetter: localised('Letter of direction'),
  approval: localised('Approval'),
  instrumentNumber: localised('Number'),
  instrumentDate: localised('Date on the cheque'),
  bank: localised('Bank'),
  reference: localised('Reference'),
  item: localised('What was given'),
  quantity: localised('Quantity'),
  estimatedValue: localised('Estimated value'),
  countedBy: localised('Counted by'),
  collectedBy: localised('Collected by'),
  bookNumber: localised('Receipt book'),
  leafNumber: localised('Leaf'),
  note: localised('Note'),
  confirmed: localised('Confirmations'),
  step: localised('Step'),
  on: localised('Day'),
  reason: localised('Reason'),
  nameEn: localised('Name in English'),
  nameHi: localised('Name in Hindi'),
  mappings: localised('Texts'),
  ids: localised('Order'),
  year: localised('Financial year'),
  number: localised('Number'),
  search: localised('Search'),
  status: localised('Status'),
  period: localised('Period'),
  from: localised('From date'),
  to: localised('To date'),
  sort: localised('Sort order'),
  page: localised('Page'),
  limit: localised('Limit'),
  sectionName: localised('Section name'),
}

/**
 * A field's name for messages; an unlisted one is split into words, such as "Order id" for
 * `orderId`.
 */
export function fieldName(field: string): LocalisedText {
  const last = field.split('.').at(-1) ?? field
  const listed = FIELD_NAMES[last]
  if (listed) return listed
  const words = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  return () => name
}
