/** The most dated entries of a list: one or more each year, for decades. */
export const SETTINGS_ENTRIES_MAX = 100
/** The most lines of a list. */
export const SETTINGS_LINES_MAX = 12

/**
 * What a field holds. `text`: one line for both languages, or one per language. `contact`: as
 * `text`, but forms have one input for both languages. `lines`: a list of texts. `line`: one line, the same in both languages.
 */
export type SettingsField = Readonly<
  { isRequired?: true } & (
    | { kind: 'text' | 'contact' | 'lines' | 'line'; max: number; isOnReceipts: boolean }
    /** The format of a receipt's number, such as `SD/{year}/{number}`. */
    | { kind: 'format'; max: number; initial: string }
    | { kind: 'integer' | 'rupees'; min: number; max: number; initial?: number }
    | { kind: 'yes-no'; initial?: boolean }
    /** A day is `YYYY-MM-DD` in the trust's zone; a picture a data URL of PNG, JPEG or SVG. */
    | { kind: 'day' | 'pan' | 'picture' }
    /** `choices` is a list of options. */
    | { kind: 'choice' | 'choices'; options: readonly string[]; initial?: string }
    /** `entries` is a list of groups, each in force since its day `from`. */
    | { kind: 'group' | 'entries'; fields: SettingsFields }
  )
>
export type SettingsFields = Readonly<Record<string, SettingsField>>

const PRINTED = { max: 600, isOnReceipts: true } as const
const TEXT = { kind: 'text', ...PRINTED } as const
const LINES = { kind: 'lines', ...PRINTED } as const
const CONTACT = { kind: 'contact', ...PRINTED } as const
const RUPEES = { kind: 'rupees', min: 0, max: 1_000_000_000 } as const
const DAY = { kind: 'day' } as const
const REQUIRED = { isRequired: true } as const

/**
 * The trust's settings. Schemas, the validation, the form's draft and its comparison follow from this
 * description. A field with an `initial` value is sent even if its input is empty, since leaving it out means that value.
 */
export const SETTINGS_FIELDS = {
  name: { ...TEXT, ...REQUIRED },
  address: LINES,
  registration: TEXT,
  pan: { kind: 'pan' },
  phone: CONTACT,
  email: CONTACT,
  website: CONTACT,
  logo: { kind: 'picture' },
  signatory: {
    kind: 'group',
    fields: { name: { ...TEXT, ...REQUIRED }, designation: TEXT, picture: { kind: 'picture' } },
  },
  receipts: {
    kind: 'group',
    fields: {
      language: { kind: 'choice', options: ['en', 'hi'], initial: 'en' },
      number: { kind: 'format', max: 60, initial: 'SD/{year}/{number}' },
      digits: { kind: 'integer', min: 1, max: 12, initial: 5 },
      /** Days until the link to a receipt expires. */
      linkDays: { kind: 'integer', min: 1, max: 36_500, initial: 90 },
    },
  },
  /** What receipts say about taxes for donations made since `from`. */
  wordings: {
    kind: 'entries',
    fields: {
      from: { ...DAY, ...REQUIRED },
      title: TEXT,
      approval: LINES,
      declaration: TEXT,
      statement: LINES,
      /** If the donor omits one of these, `missing` replaces title, declaration and statement. */
      needs: { kind: 'choices', options: ['name', 'address', 'pan'] },
      missing: TEXT,
      cash: { kind: 'group', fields: { aboveRupees: { ...RUPEES, ...REQUIRED }, text: { ...TEXT, ...REQUIRED } } },
      /** Printed if the receipt of a cheque or a draft is issued before the bank has cleared it. */
      cheque: TEXT,
    },
  },
  /** Limits and rules since `from`; an omitted limit does not exist. */
  rules: {
    kind: 'entries',
    fields: {
      from: { ...DAY, ...REQUIRED },
      /** Cash of one person in a day: from this sum on, the office is warned. */
      cashDayLimit: RUPEES,
      /** Anonymous donations of a year up to this sum, or up to the share, are not taxed. */
      anonymousLimit: RUPEES,
      /** In per cent of all donations of the year. */
      anonymousShare: { kind: 'integer', min: 0, max: 100 },
      /** Whether a cheque gets its receipt when it is cleared, not when it is received. */
      receiptOnClearing: { kind: 'yes-no', initial: true },
      /** Whether a gift with a leaf of a pre-printed receipt book gets a receipt too. Default: no. */
      receiptForLeaf: { kind: 'yes-no' },
      /** Years for which records are kept. */
      retentionYears: { kind: 'integer', min: 1, max: 100 },
      /** The registration for donations from abroad. */
      fcra: {
        kind: 'group',
        fields: { number: { kind: 'line', ...PRINTED, ...REQUIRED }, date: { ...DAY, ...REQUIRED } },
      },
      /** What the tax portal's certificate of a financial year is called, if the year begins under the rule. */
      certificate: { kind: 'text', max: 60, isOnReceipts: false },
    },
  },
} as const satisfies SettingsFields

/** One text for both languages, or one per language. */
export type SettingsText = string | { en?: string; hi?: string }

/** A field that is neither a group nor a list of entries. */
export type PlainField = Exclude<SettingsField, { fields: SettingsFields }>

/** The names of fields of these kinds. Those in groups are dotted, such as `signatory.name`. */
export type FieldName<Fields extends SettingsFields, Kind extends PlainField['kind'] = PlainField['kind']> = {
  [Name in keyof Fields & string]: Fields[Name] extends { kind: 'group'; fields: infer Inner extends SettingsFields }
    ? `${Name}.${FieldName<Inner, Kind>}`
    : Fields[Name] extends { kind: Kind }
      ? Name
      : never
}[keyof Fields & string]

/** Returns the fields and those of groups by their names. */
export function plainFields(fields: SettingsFields): Record<string, PlainField> {
  const named = Object.entries(fields).flatMap(([name, field]): [string, PlainField][] => {
    if (!('fields' in field)) return [[name, field]]
    if (field.kind === 'entries') return []
    return Object.entries(plainFields(field.fields)).map(([inner, part]) => [`${name}.${inner}`, part])
  })
  return Object.fromEntries(named)
}

type Translated = 'text' | 'lines'

/** The names of a form's inputs. A text or a list of lines has one for each language, such as `address.hi`. */
export type InputName<Fields extends SettingsFields> =
  | FieldName<Fields, Exclude<PlainField['kind'], Translated>>
  | `${FieldName<Fields, Translated>}.${'en' | 'hi'}`

interface SettingsInput {
  input: string
  /** The name of its field. */
  name: string
  field: PlainField
  /** Missing if both languages have one input. */
  language?: 'en' | 'hi'
}

export function inputsOf(fields: SettingsFields): SettingsInput[] {
  return Object.entries(plainFields(fields)).flatMap(([name, field]): SettingsInput[] => {
    if (field.kind !== 'text' && field.kind !== 'lines') return [{ input: name, name, field }]
    return (['en', 'hi'] as const).map((language) => ({ input: `${name}.${language}`, name, field, language }))
  })
}

/** The content that fields describe. */
export type ContentOf<Fields extends SettingsFields, Text> = {
  [Name in keyof Fields as Fields[Name] extends { isRequired: true } ? Name : never]: ValueOf<Fields[Name], Text>
} & {
  [Name in keyof Fields as Fields[Name] extends { isRequired: true } ? never : Name]?: ValueOf<Fields[Name], Text>
}

type ValueOf<Field extends SettingsField, Text> = Field extends { fields: infer Fields extends SettingsFields }
  ? Listed<Field, ContentOf<Fields, Text>>
  : Field extends { options: readonly (infer Option)[] }
    ? Listed<Field, Option>
    : Field extends { kind: 'text' | 'contact' | 'lines' }
      ? Listed<Field, Text>
      : Field extends { kind: 'integer' | 'rupees' }
        ? number
        : Field extends { kind: 'yes-no' }
          ? boolean
          : string

type Listed<Field extends SettingsField, Value> = Field extends { kind: 'lines' | 'choices' | 'entries' }
  ? Value[]
  : Value

/** The settings as they are stored, and as the file `trust.json` has them: see docs/guide/settings.md. */
export type SettingsContent = ContentOf<typeof SETTINGS_FIELDS, SettingsText>
