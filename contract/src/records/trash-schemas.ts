import { type Static, Type } from 'typebox'
import { USERNAME_MAX } from '../accounts/admin-schemas.ts'
import { GALLERY_NAMES } from '../accounts/section.ts'
import { PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'
import { ERASABLE_KINDS, TRASH_BATCH_MAX, TRASH_KINDS } from './trash.ts'

const Kind = Type.Enum(TRASH_KINDS)
const Id = Type.String({ minLength: 1, maxLength: 100 })
const RecordId = Type.String({ title: 'Id', minLength: 1, maxLength: 100 })

/**
 * A deleted record. `label` is its title or name and may be empty. `deletedBy` is a username; null
 * when unknown. `eraseAt` is when it is deleted for good; null for a donation. Times are UTC ISO
 * 8601.
 */
export const TrashItem = Type.Object({
  kind: Kind,
  _id: Type.String(),
  label: Type.String(),
  /** The gallery of a photo. */
  sectionName: Type.Optional(Type.Enum(GALLERY_NAMES)),
  hasPicture: Type.Boolean(),
  /** The amount of a donation, in paise. */
  amount: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.String()),
  deletedAt: Type.String(),
  deletedBy: Type.Union([Type.String(), Type.Null()]),
  eraseAt: Type.Union([Type.String(), Type.Null()]),
})
export type TrashItem = Static<typeof TrashItem>

const NOT_OFFERED = 'Below level 1 the panel does not offer it.'
const NOT_IN_TRASH = 'The record is not in the trash, or the caller may not restore it.'

export const listTrash = {
  about: {
    summary: 'The deleted records that the caller may restore, last deleted first.',
    onFailure: 'Below level 1 the panel has no trash.',
    level: 1,
  },
  querystring: Type.Object({ kind: Type.Optional(Kind), ...PAGE_QUERY }),
  response: Type.Object({ ...success(Type.Array(TrashItem)).properties, ...PAGE_INFO }),
}

const Address = Type.Object({ kind: Kind, id: Id })

/** The response is the picture, not JSON. */
export const fetchTrashPicture = {
  about: {
    summary: 'A small version of the picture of a deleted record, whose own address returns 404.',
    onFailure: 'The list shows the record without its picture.',
    level: 1,
    contentType: 'image/*' as const,
    refusals: { 404: NOT_IN_TRASH },
  },
  params: Address,
  response: Type.Unsafe<unknown>({}),
}

/** `username` replaces the name of an admin whose name was taken meanwhile. */
export const restoreFromTrash = {
  about: {
    summary: 'Restores a deleted record.',
    onFailure: NOT_OFFERED,
    level: 1,
    refusals: {
      404: NOT_IN_TRASH,
      409: 'Another account has the username meanwhile, or a similar one; another gift has the leaf of the receipt book; or the donor has a certificate of the year with this number.',
    },
  },
  params: Address,
  body: Type.Object({ username: Type.Optional(Type.String({ title: 'Username', maxLength: USERNAME_MAX })) }),
  response: success(Type.Object({ kind: Kind, _id: Type.String() })),
}

/** What became of one record; `message` says why it failed. */
export const Outcome = Type.Object({
  kind: Kind,
  _id: Type.String(),
  isDone: Type.Boolean(),
  message: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
})
export type TrashOutcome = Static<typeof Outcome>

export const restoreSeveral = {
  about: {
    summary: 'Restores deleted records, each for itself: the response lists what became of each.',
    onFailure: NOT_OFFERED,
    level: 1,
  },
  body: Type.Object({
    items: Type.Array(Type.Object({ kind: Kind, _id: RecordId }), { minItems: 1, maxItems: TRASH_BATCH_MAX }),
  }),
  response: success(Type.Array(Outcome)),
}

export const deleteForGood = {
  about: {
    summary: 'Deletes records in the trash for good, each for itself, with their files.',
    onFailure: NOT_OFFERED,
    level: 1,
  },
  body: Type.Object({
    items: Type.Array(Type.Object({ kind: Type.Enum(ERASABLE_KINDS), _id: RecordId }), {
      minItems: 1,
      maxItems: TRASH_BATCH_MAX,
    }),
  }),
  response: success(Type.Array(Outcome)),
}
