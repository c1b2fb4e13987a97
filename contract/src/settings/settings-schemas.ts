import { type Static, Type } from 'typebox'
import { success } from '../base/envelope-schemas.ts'

/** One text for both languages, or one per language. */
const Text = Type.Union([
  Type.String(),
  Type.Object({ en: Type.Optional(Type.String()), hi: Type.Optional(Type.String()) }),
])
export type SettingsText = Static<typeof Text>
const Lines = Type.Array(Text)

/** `data:image/png;base64,…`, or JPEG or SVG; at most 1 MB before base64. */
const Picture = Type.String()

/** What receipts say about taxes for donations made since `from`. */
const Wording = Type.Object({
  from: Type.String(),
  title: Type.Optional(Text),
  approval: Type.Optional(Lines),
  declaration: Type.Optional(Text),
  statement: Type.Optional(Lines),
  needs: Type.Optional(Type.Array(Type.String())),
  missing: Type.Optional(Text),
  cash: Type.Optional(Type.Object({ aboveRupees: Type.Integer(), text: Text })),
  /** Printed if the receipt of a cheque or a draft is issued before the bank has cleared it. */
  cheque: Type.Optional(Text),
})
export type SettingsWording = Static<typeof Wording>

/** Limits and rules since `from`. Amounts are whole rupees; an omitted limit does not exist. */
const Rule = Type.Object({
  from: Type.String(),
  /** Cash of one person in a day: from this sum on, the office is warned. */
  cashDayLimit: Type.Optional(Type.Integer()),
  /** Anonymous donations of a year up to this sum, or up to the share, are not taxed. */
  anonymousLimit: Type.Optional(Type.Integer()),
  /** In per cent of all donations of the year. */
  anonymousShare: Type.Optional(Type.Integer()),
  /** Whether a cheque gets its receipt when it is cleared (the default), not when it is received. */
  receiptOnClearing: Type.Optional(Type.Boolean()),
  /** Whether a gift with a leaf of a pre-printed receipt book gets a receipt too. Default: no. */
  receiptForLeaf: Type.Optional(Type.Boolean()),
  /** Years for which records are kept. */
  retentionYears: Type.Optional(Type.Integer()),
  /** The registration for donations from abroad. */
  fcra: Type.Optional(Type.Object({ number: Type.String(), date: Type.String() })),
  /**
   * What the tax portal's certificate of a financial year is called, if the year begins under the
   * rule.
   */
  certificate: Type.Optional(Text),
})
export type SettingsRule = Static<typeof Rule>

/** As in the file `trust.json`; see docs/guide/settings.md. Days are `YYYY-MM-DD` in the trust's zone. */
export const SettingsContent = Type.Object({
  name: Text,
  address: Type.Optional(Lines),
  registration: Type.Optional(Text),
  pan: Type.Optional(Type.String()),
  phone: Type.Optional(Text),
  email: Type.Optional(Text),
  website: Type.Optional(Text),
  logo: Type.Optional(Picture),
  signatory: Type.Optional(
    Type.Object({ name: Text, designation: Type.Optional(Text), picture: Type.Optional(Picture) }),
  ),
  receipts: Type.Optional(
    Type.Object({
      language: Type.Optional(Type.String()),
      number: Type.Optional(Type.String()),
      digits: Type.Optional(Type.Integer()),
      linkDays: Type.Optional(Type.Integer()),
    }),
  ),
  wordings: Type.Optional(Type.Array(Wording)),
  rules: Type.Optional(Type.Array(Rule)),
})
export type SettingsContent = Static<typeof SettingsContent>

/** Validated by the server with a sentence for each field, such as `wordings[1].from`. */
const SentContent = Type.Unsafe<object>({ type: 'object', description: 'In the form of GET /settings.' })

const Nullable = Type.Union([Type.String(), Type.Null()])
/** `savedAt` is null without any version; `savedBy` also for what was read from `trust.json`. */
const SettingsVersion = Type.Object({ version: Type.Integer(), savedAt: Nullable, savedBy: Nullable })
const Saved = Type.Object({ ...SettingsVersion.properties, content: SettingsContent })
export type SavedSettings = Static<typeof Saved>

export const getSettings = {
  about: {
    summary: 'The settings in force, for superadmins, with a list of all versions, the newest first.',
    onFailure: 'The page shows “Failed to load the settings.”',
    level: 1,
  },
  response: success(Type.Object({ ...Saved.properties, versions: Type.Array(SettingsVersion) })),
}

export const getSettingsVersion = {
  about: {
    summary: 'One version of the settings.',
    onFailure: 'The page shows “Failed to load the settings.”',
    level: 1,
  },
  params: Type.Object({ version: Type.String() }),
  response: success(Saved),
}

export const saveSettings = {
  about: {
    summary: 'Saves a new version of the settings, in force at once. Earlier versions stay.',
    onFailure: 'A toast shows “Failed to save the settings”; the form keeps its input and shows each reason.',
    level: 1,
    isVersioned: true as const,
    refusals: { 413: 'The pictures are too large.' },
  },
  body: Type.Object({ content: SentContent }),
  response: success(Saved),
}

export const previewSettings = {
  about: {
    summary: 'A picture of the receipt of an example donation with these settings. Stores nothing.',
    onFailure: 'The reason stands in place of the picture; the form works on.',
    level: 1,
    contentType: 'image/*' as const,
    refusals: {
      413: 'The pictures are too large.',
      429: 'Too many previews.',
      503: 'Many receipts are being printed.',
    },
  },
  body: Type.Object({
    content: Type.Unsafe<object>({
      type: 'object',
      description: 'In the form of GET /settings. A picture may be `version:3`: the one of that version.',
    }),
    day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Of the example donation.' }),
    language: Type.Enum(['en', 'hi']),
    method: Type.Enum(['cash', 'cheque', 'online'], { description: 'A cheque that is not cleared.' }),
  }),
  response: Type.Unsafe<unknown>({}),
}

export const exportSettings = {
  about: {
    summary: 'The settings in force as a file `trust.json` with its pictures, which a new server can read.',
    onFailure: 'A toast shows “Failed to export the settings”.',
    level: 1,
    contentType: 'application/json' as const,
  },
  response: Type.Unsafe<unknown>({}),
}
