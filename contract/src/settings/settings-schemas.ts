import { type Static, type TSchema, Type } from 'typebox'
import { success } from '../base/envelope-schemas.ts'
import { SETTINGS_FIELDS, type SettingsContent, type SettingsField, type SettingsFields } from './settings-fields.ts'

const Text = Type.Union([
  Type.String(),
  Type.Object({ en: Type.Optional(Type.String()), hi: Type.Optional(Type.String()) }),
])

function groupSchema(fields: SettingsFields): TSchema {
  const schemas = Object.entries(fields).map(([name, field]) => {
    const schema = valueSchema(field)
    return [name, field.isRequired ? schema : Type.Optional(schema)]
  })
  return Type.Object(Object.fromEntries(schemas))
}

function valueSchema(field: SettingsField): TSchema {
  switch (field.kind) {
    case 'text':
    case 'contact':
      return Text
    case 'lines':
      return Type.Array(Text)
    case 'choices':
      return Type.Array(Type.String())
    case 'integer':
    case 'rupees':
      return Type.Integer()
    case 'yes-no':
      return Type.Boolean()
    case 'group':
      return groupSchema(field.fields)
    case 'entries':
      return Type.Array(groupSchema(field.fields))
    default:
      return Type.String()
  }
}

export const Content = Type.Unsafe<SettingsContent>(groupSchema(SETTINGS_FIELDS))

/** Validated by the server with a sentence for each field, such as `wordings[1].from`. */
const SentContent = Type.Unsafe<object>({ type: 'object', description: 'In the form of GET /settings.' })

const Nullable = Type.Union([Type.String(), Type.Null()])
/** `savedAt` is null without any version; `savedBy` also for what was read from `trust.json`. */
const SettingsVersion = Type.Object({ version: Type.Integer(), savedAt: Nullable, savedBy: Nullable })
export type SettingsVersion = Static<typeof SettingsVersion>
export const Saved = Type.Object({ ...SettingsVersion.properties, content: Content })
export type SavedSettings = Static<typeof Saved>
const Settings = Type.Object({ ...Saved.properties, versions: Type.Array(SettingsVersion) })
export type Settings = Static<typeof Settings>

export const getSettings = {
  about: {
    summary: 'The settings in force, for superadmins, with a list of all versions, the newest first.',
    onFailure: 'The page shows “Failed to load the settings.”',
    level: 1,
  },
  response: success(Settings),
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
