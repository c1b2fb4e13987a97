import { type Static, Type } from 'typebox'
import { replaceUnprintable } from '../text/receipt-fonts.ts'

/** Long enough for a picture as a data URL. */
const MAX_PICTURE_LENGTH = 1_500_000
const MAX_TEXT_LENGTH = 600
const MAX_LINES = 12
/** Of wordings, and of rules: one or more each year, for decades. */
export const MAX_DATED_ENTRIES = 100

/** `description` completes a sentence that starts with the field's name; the others are for a form. */
interface Says {
  description: string
  /** Default: from the description. */
  english?: string
  hindi: string
}

const GROUP = {
  additionalProperties: false,
  description: 'must be a group of fields in { }',
  hindi: 'इसमें कई जानकारियाँ होनी चाहिए।',
}
const TEXT: Says = {
  description: 'must be one line of text, 1 to 600 characters long',
  hindi: 'एक पंक्ति में लिखें, ज़्यादा से ज़्यादा 600 अक्षर।',
}
const DATE: Says = { description: 'must be a date like 2026-04-01', hindi: 'तारीख भरें, जैसे 2026-04-01।' }
const DATED_ENTRIES: Says = {
  description: `must be a list of at most ${MAX_DATED_ENTRIES} entries`,
  english: `At most ${MAX_DATED_ENTRIES} can be kept here. Remove the oldest ones.`,
  hindi: `यहाँ ज़्यादा से ज़्यादा ${MAX_DATED_ENTRIES} रखे जा सकते हैं। सबसे पुराने हटा दें।`,
}

const Line = Type.String({ pattern: '^\\P{Cc}+$', maxLength: MAX_TEXT_LENGTH, ...TEXT })
const Text = Type.Refine(
  Line,
  // A longer one is wrong already, and may be huge.
  (text) => text.length > MAX_TEXT_LENGTH || unprintableIn(text).length === 0,
  (text) => `has characters that receipts cannot print: ${unprintableIn(text).join(' ')}`,
)
/**
 * Only the panel shows it, so every character can be displayed. If a language is missing, the other is
 * shown.
 */
const CertificateName = Type.String({
  // With a visible character.
  pattern: '^[\\p{Cf}\\p{Z}]*[^\\p{C}\\p{Z}]\\P{Cc}*$',
  maxLength: 60,
  description: 'must be one line of text, 1 to 60 characters long',
  hindi: 'एक पंक्ति में लिखें, ज़्यादा से ज़्यादा 60 अक्षर।',
  mayMissTexts: true,
})
const Lines = Type.Array(Text, {
  maxItems: MAX_LINES,
  description: `must be a list of at most ${MAX_LINES} lines`,
  english: `Write at most ${MAX_LINES} lines.`,
  hindi: `ज़्यादा से ज़्यादा ${MAX_LINES} पंक्तियाँ लिखें।`,
})
/** A path, or a data URL. */
const Picture = Type.String({
  pattern: '^\\P{Cc}+$',
  maxLength: MAX_PICTURE_LENGTH,
  description: 'must be the path of a picture of at most 1 MB',
  hindi: 'तस्वीर ज़्यादा से ज़्यादा 1 MB की हो सकती है।',
})

const Day = Type.Refine(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...DATE }),
  isDay,
  (day) => `is not a date: ${day}`,
)

const NUMBER_PART = '[A-Za-z0-9/._-]*'
const NumberFormat = Type.String({
  maxLength: 60,
  pattern: `^${NUMBER_PART}(\\{year\\}${NUMBER_PART}\\{number\\}|\\{number\\}${NUMBER_PART}\\{year\\})${NUMBER_PART}$`,
  description:
    'must be like SD/{year}/{number}: {year} and {number} once each, Latin letters, digits and / . _ - besides',
  hindi: 'SD/{year}/{number} जैसा लिखें: {year} और {number} एक-एक बार, बाक़ी में अंग्रेज़ी अक्षर, अंक और / . _ - ही चलेंगे।',
})

function oneOf<const Value extends string>(...values: readonly Value[]) {
  const list = values.join(', ')
  return Type.Enum([...values], { description: `must be one of ${list}`, hindi: `इनमें से एक चुनें: ${list}।` })
}

function integer(minimum: number, maximum: number) {
  const [least, most] = [minimum, maximum].map((number) => number.toLocaleString('en-IN'))
  return Type.Integer({
    minimum,
    maximum,
    description: `must be a whole number from ${minimum} to ${maximum}`,
    hindi: `${least} से ${most} तक की पूरी संख्या लिखें।`,
  })
}

const Rupees = integer(0, 1_000_000_000)
const YesOrNo = Type.Boolean({ description: 'must be true or false', hindi: 'हाँ या नहीं चुनें।' })

const Wording = Type.Object(
  {
    from: Day,
    title: Type.Optional(Text),
    approval: Type.Optional(Lines),
    declaration: Type.Optional(Text),
    statement: Type.Optional(Lines),
    needs: Type.Optional(
      Type.Array(oneOf('name', 'address', 'pan'), {
        maxItems: MAX_LINES,
        description: 'must be a list of name, address and pan',
        hindi: 'नाम, पता और पैन में से चुनें।',
      }),
    ),
    missing: Type.Optional(Text),
    cash: Type.Optional(Type.Object({ aboveRupees: Rupees, text: Text }, GROUP)),
    cheque: Type.Optional(Text),
  },
  GROUP,
)

const Rule = Type.Object(
  {
    from: Day,
    cashDayLimit: Type.Optional(Rupees),
    anonymousLimit: Type.Optional(Rupees),
    anonymousShare: Type.Optional(integer(0, 100)),
    receiptOnClearing: Type.Optional(YesOrNo),
    receiptForLeaf: Type.Optional(YesOrNo),
    retentionYears: Type.Optional(integer(1, 100)),
    fcra: Type.Optional(Type.Object({ number: Text, date: Day }, GROUP)),
    certificate: Type.Optional(CertificateName),
  },
  GROUP,
)

/** The trust's details with each text in one language: see docs/guide/settings.md. */
export const TrustFile = Type.Object(
  {
    name: Text,
    address: Type.Optional(Lines),
    registration: Type.Optional(Text),
    pan: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{5}\\d{4}[A-Z]$',
        description: 'must be like AAATS1234F',
        hindi: 'पैन AAATS1234F जैसा लिखें।',
      }),
    ),
    phone: Type.Optional(Text),
    email: Type.Optional(Text),
    website: Type.Optional(Text),
    logo: Type.Optional(Picture),
    signatory: Type.Optional(
      Type.Object({ name: Text, designation: Type.Optional(Text), picture: Type.Optional(Picture) }, GROUP),
    ),
    receipts: Type.Optional(
      Type.Object(
        {
          language: Type.Optional(oneOf('en', 'hi')),
          number: Type.Optional(NumberFormat),
          digits: Type.Optional(integer(1, 12)),
          linkDays: Type.Optional(integer(1, 36_500)),
        },
        GROUP,
      ),
    ),
    wordings: Type.Optional(Type.Array(Wording, { maxItems: MAX_DATED_ENTRIES, ...DATED_ENTRIES })),
    rules: Type.Optional(Type.Array(Rule, { maxItems: MAX_DATED_ENTRIES, ...DATED_ENTRIES })),
  },
  GROUP,
)
export type TrustFile = Static<typeof TrustFile>

interface SchemaNode extends Partial<Says> {
  /** Of a text per language, whether one is enough. */
  mayMissTexts?: boolean
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
}

export function schemaAt(path: readonly string[]): SchemaNode {
  let schema = TrustFile as unknown as SchemaNode
  for (const part of path) schema = schema.properties?.[part] ?? schema.items ?? schema
  return schema
}

/** The characters that none of the receipts' fonts has. */
export function unprintableIn(text: string): string[] {
  const missing = new Set<string>()
  replaceUnprintable(text, (character) => {
    missing.add(character)
    return ''
  })
  return [...missing]
}

/** Whether `YYYY-MM-DD` is a day of the calendar. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
