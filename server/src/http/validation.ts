import { NOT_BLANK } from '@sevadesk/contract/base/not-blank.ts'
import type { FastifySchemaValidationError } from 'fastify'
import type { LocalisedText } from '../text/localised-text.ts'

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
  return [{ en: sentences.map(({ en }) => en).join(' '), hi: sentences.map(({ hi }) => hi).join(' ') }, fields]
}

const WRONG_FORM = {
  en: 'The request does not have the expected format.',
  hi: 'जो भेजा गया है वह यहाँ के हिसाब से सही नहीं है।',
}

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
  { en, hi }: LocalisedText,
  { keyword, params, message, instancePath }: FastifySchemaValidationError,
  part: string | undefined,
): LocalisedText {
  const own = instancePath === '/amount' ? describeAmountError(keyword, params.limit) : undefined
  if (own) return own
  if (isListIndex(instancePath.split('/').at(-1) ?? ''))
    return { en: `${en} contains a value that is not accepted.`, hi: `${hi} में कुछ ऐसा है जो यहाँ नहीं चलेगा।` }
  const isRequired = { en: `${en} is required.`, hi: `${hi} ज़रूरी है।` }
  switch (keyword) {
    case 'required':
      return isRequired
    case 'minLength':
      if (params.limit === 1) return isRequired
      return {
        en: `${en} must have at least ${params.limit} characters.`,
        hi: `${hi} में कम से कम ${params.limit} अक्षर होने चाहिए।`,
      }
    case 'maxLength':
      return {
        en: `${en} can have at most ${params.limit} characters.`,
        hi: `${hi} में ज़्यादा से ज़्यादा ${params.limit} अक्षर हो सकते हैं।`,
      }
    case 'maxItems':
      return {
        en: `${en} can have at most ${params.limit} entries.`,
        hi: `${hi} में ज़्यादा से ज़्यादा ${params.limit} चीज़ें हो सकती हैं।`,
      }
    case 'pattern':
      if (params.pattern === NOT_BLANK) return isRequired
      return PATTERNS[instancePath] ?? { en: `${en} has the wrong format.`, hi: `${hi} सही नहीं है।` }
    case 'type':
      // Every query parameter is text, unless it is given twice and parsed as a list.
      if (part === 'querystring') return { en: `${en} can be given only once.`, hi: `${hi} एक ही बार दिया जा सकता है।` }
      if (params.type === 'string') return { en: `${en} must be text.`, hi: `${hi} शब्दों में लिखा होना चाहिए।` }
      if (params.type === 'integer') return { en: `${en} must be a whole number.`, hi: `${hi} में पूरी संख्या लिखें।` }
      if (params.type === 'number') return { en: `${en} must be a number.`, hi: `${hi} में संख्या लिखें।` }
      return { en: `${en} has the wrong format.`, hi: `${hi} सही नहीं है।` }
    case 'minimum':
      return { en: `${en} must be at least ${params.limit}.`, hi: `${hi} कम से कम ${params.limit} होनी चाहिए।` }
    case 'maximum':
      return { en: `${en} must be at most ${params.limit}.`, hi: `${hi} ज़्यादा से ज़्यादा ${params.limit} हो सकती है।` }
    case 'enum':
    case 'const':
    case 'anyOf':
      return { en: `${en} is not one of the accepted values.`, hi: `${hi} में जो भरा है वह यहाँ नहीं चलेगा।` }
    default:
      return { en: `${en} ${message ?? 'has the wrong format'}.`, hi: `${hi} सही नहीं है।` }
  }
}

/** Amounts are sent in paise, but donors think in rupees. `limit` is in paise. */
function describeAmountError(keyword: string, limit: unknown): LocalisedText | undefined {
  const rupees = `₹${(Number(limit) / 100).toLocaleString('en-IN')}`
  switch (keyword) {
    case 'type':
      return {
        en: 'The amount must be in rupees and whole paise, such as ₹500 or ₹500.50.',
        hi: 'राशि रुपये और पैसे में लिखें, जैसे ₹500 या ₹500.50।',
      }
    case 'minimum':
      return { en: `The amount must be at least ${rupees}.`, hi: `राशि कम से कम ${rupees} होनी चाहिए।` }
    case 'maximum':
      return { en: `The amount can be at most ${rupees}.`, hi: `राशि ज़्यादा से ज़्यादा ${rupees} हो सकती है।` }
    default:
      return undefined
  }
}

const PATTERNS: Readonly<Record<string, LocalisedText>> = {
  '/page': { en: 'Page must be a whole number, 1 or more.', hi: 'पेज नंबर 1 या उससे बड़ा होना चाहिए।' },
  '/limit': {
    en: 'Limit must be a whole number from 1 to 100.',
    hi: 'एक पेज पर 1 से 100 तक ही दिखाए जा सकते हैं।',
  },
}

/** File fields are validated only for being present. */
const MISSING_FILES: Readonly<Record<string, LocalisedText>> = {
  video: { en: 'Please choose a video.', hi: 'एक वीडियो चुनें।' },
  images: { en: 'Please choose at least one photo.', hi: 'कम से कम एक फ़ोटो चुनें।' },
  file: { en: 'Please choose a PDF file.', hi: 'एक PDF फ़ाइल चुनें।' },
}

/** Field names as the screens show them. */
const FIELD_NAMES: Readonly<Record<string, LocalisedText>> = {
  title: { en: 'Title', hi: 'नाम' },
  description: { en: 'Description', hi: 'विवरण' },
  venue: { en: 'Venue', hi: 'जगह' },
  username: { en: 'Username', hi: 'यूज़रनेम' },
  password: { en: 'Password', hi: 'पासवर्ड' },
  oldPassword: { en: 'Current password', hi: 'अभी का पासवर्ड' },
  newPassword: { en: 'New password', hi: 'नया पासवर्ड' },
  confirmPassword: { en: 'Confirm new password', hi: 'नया पासवर्ड दोबारा' },
  role: { en: 'Role', hi: 'रोल' },
  sections: { en: 'Sections', hi: 'सेक्शन' },
  _id: { en: 'Id', hi: 'आईडी' },
  name: { en: 'Name', hi: 'नाम' },
  email: { en: 'Email', hi: 'ईमेल' },
  subject: { en: 'Subject', hi: 'विषय' },
  message: { en: 'Message', hi: 'संदेश' },
  amount: { en: 'Amount', hi: 'राशि' },
  donorName: { en: 'Name', hi: 'नाम' },
  donorEmail: { en: 'E-mail', hi: 'ईमेल' },
  donorPhone: { en: 'Phone', hi: 'फ़ोन नंबर' },
  donorAddress: { en: 'Address', hi: 'पता' },
  donorPan: { en: 'PAN', hi: 'पैन' },
  purpose: { en: 'Purpose', hi: 'उद्देश्य' },
  purposeId: { en: 'Purpose', hi: 'उद्देश्य' },
  institutionId: { en: 'Institution', hi: 'संस्था' },
  donationType: { en: 'Type of donation', hi: 'दान का प्रकार' },
  mode: { en: 'Mode of payment', hi: 'भुगतान का तरीक़ा' },
  receivedOn: { en: 'Day of receipt', hi: 'मिलने की तारीख़' },
  donorId: { en: 'Donor', hi: 'दानदाता' },
  directionLetter: { en: 'Letter of direction', hi: 'दानदाता का पत्र' },
  approval: { en: 'Approval', hi: 'अनुमोदन' },
  instrumentNumber: { en: 'Number', hi: 'नंबर' },
  instrumentDate: { en: 'Date on the cheque', hi: 'चेक पर लिखी तारीख़' },
  bank: { en: 'Bank', hi: 'बैंक' },
  reference: { en: 'Reference', hi: 'रेफ़रेंस नंबर' },
  item: { en: 'What was given', hi: 'क्या दिया गया' },
  quantity: { en: 'Quantity', hi: 'मात्रा' },
  estimatedValue: { en: 'Estimated value', hi: 'अनुमानित क़ीमत' },
  countedBy: { en: 'Counted by', hi: 'गिनने वाले' },
  collectedBy: { en: 'Collected by', hi: 'लाने वाले' },
  bookNumber: { en: 'Receipt book', hi: 'रसीद बुक' },
  leafNumber: { en: 'Leaf', hi: 'पर्ची' },
  note: { en: 'Note', hi: 'टिप्पणी' },
  confirmed: { en: 'Confirmations', hi: 'पुष्टि' },
  step: { en: 'Step', hi: 'चरण' },
  on: { en: 'Day', hi: 'तारीख़' },
  reason: { en: 'Reason', hi: 'कारण' },
  nameEn: { en: 'Name in English', hi: 'अंग्रेज़ी में नाम' },
  nameHi: { en: 'Name in Hindi', hi: 'हिन्दी में नाम' },
  mappings: { en: 'Texts', hi: 'लिखे हुए उद्देश्य' },
  ids: { en: 'Order', hi: 'क्रम' },
  year: { en: 'Financial year', hi: 'वित्तीय वर्ष' },
  number: { en: 'Number', hi: 'नंबर' },
  search: { en: 'Search', hi: 'खोज' },
  status: { en: 'Status', hi: 'स्थिति' },
  period: { en: 'Period', hi: 'अवधि' },
  from: { en: 'From date', hi: 'शुरू की तारीख़' },
  to: { en: 'To date', hi: 'आख़िरी तारीख़' },
  sort: { en: 'Sort order', hi: 'क्रम' },
  page: { en: 'Page', hi: 'पेज नंबर' },
  limit: { en: 'Limit', hi: 'एक पेज पर गिनती' },
  sectionName: { en: 'Section name', hi: 'गैलरी का नाम' },
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
  return { en: name, hi: name }
}
