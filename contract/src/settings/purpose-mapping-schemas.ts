import { type Static, Type } from 'typebox'
import { PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'
import { MAPPINGS_MAX } from './purpose-mapping.ts'

const IdOrNull = Type.Union([Type.String(), Type.Null()])

/** Texts that differ only in case, accents and spaces count as one. */
export const PurposeText = Type.Object({
  /** As most donations have it. */
  text: Type.String(),
  donations: Type.Integer(),
  /** When the newest of them was made; null if every one is deleted. */
  newestAt: IdOrNull,
  /** The purpose that the donations have or the text is mapped to; null if there is none. */
  purposeId: IdOrNull,
  /** What the text seems to mean: a proposal, which changes nothing. */
  proposedId: IdOrNull,
})
export type PurposeText = Static<typeof PurposeText>

export const listPurposeTexts = {
  about: {
    summary:
      'A page of the free texts that donations have as purpose, most used first, with a proposed purpose of the list. A text can appear once for each purpose that its donations have.',
    onFailure: 'The page shows “Failed to load the texts” with a button to try again.',
    level: 1,
    refusals: { 403: 'The caller is no superadmin.' },
  },
  querystring: Type.Object({
    state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('mapped')])),
    ...PAGE_QUERY,
  }),
  response: Type.Object({ ...success(Type.Array(PurposeText)).properties, ...PAGE_INFO }),
}

const SentMapping = Type.Object({
  text: Type.String({ maxLength: 1000 }),
  /** The `purposeId` that the list showed for the text. */
  previousId: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  purposeId: Type.String({ title: 'Purpose', maxLength: 100 }),
})
export type SentMapping = Static<typeof SentMapping>

export const savePurposeMappings = {
  about: {
    summary:
      'Maps texts to purposes, in all spellings: donations with the purpose that the list showed or with none, and later ones. The text of a donation stays as it is.',
    onFailure: 'A toast shows “Failed to map the texts”; the choices stay.',
    level: 1,
    refusals: {
      403: 'The caller is no superadmin.',
      409: 'The list no longer shows one of the texts so: someone mapped it meanwhile, or no donation has it.',
    },
  },
  body: Type.Object({
    mappings: Type.Array(SentMapping, { title: 'Texts', minItems: 1, maxItems: MAPPINGS_MAX }),
  }),
  /** How many donations got another purpose of the list. Deleted donations do not count. */
  response: success(Type.Object({ donations: Type.Integer() })),
}
