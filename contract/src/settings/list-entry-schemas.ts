import { type Static, type TSchema, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'
import { NOT_BLANK } from '../base/not-blank.ts'
import { VersionField } from '../records/version-schemas.ts'
import { ENTRY_NAME_MAX } from './list-entry.ts'

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const DonationType = Type.Union([Type.Literal('general'), Type.Literal('specific'), Type.Literal('corpus')], {
  title: 'Type of donation',
})

const Names = { nameEn: Type.String(), nameHi: Type.String() }

/** Retired entries are offered to nobody, but donations still name them. */
const EntryFields = {
  _id: Type.String(),
  ...Names,
  isRetired: Type.Boolean(),
  createdAt: Type.String(),
  ...VersionField,
  /** How many donations name it; for superadmins alone. */
  donations: Type.Optional(Type.Integer()),
}

export const Institution = Type.Object(EntryFields)
export type Institution = Static<typeof Institution>

export const Purpose = Type.Object({
  ...EntryFields,
  /** Null: the whole trust. */
  institutionId: Nullable(Type.String()),
  donationType: DonationType,
})
export type Purpose = Static<typeof Purpose>

const name = (title: string) => Type.String({ title, pattern: NOT_BLANK, maxLength: ENTRY_NAME_MAX })
const EntryForm = {
  nameEn: name('Name in English'),
  nameHi: name('Name in Hindi'),
}
const PurposeForm = {
  ...EntryForm,
  institutionId: Type.Optional(
    Nullable(Type.String({ title: 'Institution', maxLength: 100, description: 'Null: the whole trust.' })),
  ),
  donationType: Type.Optional(DonationType),
}
const Retired = { isRetired: Type.Boolean({ description: 'True retires the entry, false brings it back.' }) }

const Id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })
const Order = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 100 }), {
    title: 'Order',
    maxItems: 2000,
    description: 'The ids of all entries, retired ones too.',
  }),
})

const SUPERADMIN = 'The caller is no superadmin.'
const NAME_TAKEN = 'Another entry of the list has this name, in either language.'
/** What the calls that add or change an entry say of themselves. */
const SAVED = {
  onFailure: 'A toast shows “Failed to save the list”; the form keeps its input and shows the reason.',
  level: 1,
  refusals: { 403: SUPERADMIN, 409: NAME_TAKEN },
}
/** As `SAVED`, of the calls that save an order. */
const ORDERED = {
  onFailure: 'A toast shows “Failed to save the order”; the list shows the stored order.',
  level: 1,
  refusals: { 403: SUPERADMIN, 409: 'The ids are not exactly those of the list.' },
}

export const readLists = {
  about: {
    summary: 'The lists of purposes and institutions with all entries, in their order.',
    onFailure: 'Lists shows “Failed to load the lists” with a button to try again.',
    level: 1,
  },
  response: success(Type.Object({ purposes: Type.Array(Purpose), institutions: Type.Array(Institution) })),
}

export const addPurpose = {
  about: { summary: 'Adds a purpose at the end of the list.', isCreation: true as const, ...SAVED },
  body: Type.Object(PurposeForm),
  response: success(Purpose),
}

export const updatePurpose = {
  about: {
    summary: 'Changes, retires or brings back a purpose. Omitted fields keep their value.',
    isVersioned: true as const,
    ...SAVED,
  },
  params: Id,
  body: Type.Partial(Type.Object({ ...PurposeForm, ...Retired })),
  response: success(Purpose),
}

export const addInstitution = {
  about: { summary: 'Adds an institution at the end of the list.', isCreation: true as const, ...SAVED },
  body: Type.Object(EntryForm),
  response: success(Institution),
}

export const updateInstitution = {
  about: {
    summary: 'Changes, retires or brings back an institution. Omitted fields keep their value.',
    isVersioned: true as const,
    ...SAVED,
  },
  params: Id,
  body: Type.Partial(Type.Object({ ...EntryForm, ...Retired })),
  response: success(Institution),
}

export const savePurposePositions = {
  about: { summary: 'Saves the order of the purposes.', ...ORDERED },
  body: Order,
  response: Done,
}

export const saveInstitutionPositions = {
  about: { summary: 'Saves the order of the institutions.', ...ORDERED },
  body: Order,
  response: Done,
}

const Choice = Type.Object({ _id: Type.String(), ...Names })

export const listChoices = {
  about: {
    summary: 'What a donation form offers: the purposes and institutions in use, in their order.',
    usedBy: 'the public site',
  },
  response: success(Type.Object({ purposes: Type.Array(Choice), institutions: Type.Array(Choice) })),
}
