import { type Static, type TSchema, Type } from 'typebox'

export function success<Data extends TSchema>(data: Data) {
  return Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) })
}

/** A success without data. */
export const Done = Type.Object({ success: Type.Literal(true), message: Type.String() })
export type Done = Static<typeof Done>

/**
 * `message` is for users, `code` for programs; `fields` has a message per invalid form field.
 * `current` is the record as it is now, if the save began from another version.
 */
export const Failure = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  current: Type.Optional(Type.Unknown()),
  /** Only from a sign-in whose `code` is `second_step`: for the second call. */
  ticket: Type.Optional(Type.String()),
  /** Only with the `code` `gift_warning`: what the user must confirm. `message` is for users. */
  warnings: Type.Optional(Type.Array(Type.Object({ code: Type.String(), message: Type.String() }))),
})
export type Failure = Static<typeof Failure>

/** Query parameters of a list that can be paged. Without both, the response is the whole list. */
export const PAGE_QUERY = {
  page: Type.Optional(Type.String({ title: 'Page', pattern: '^[1-9][0-9]*$' })),
  limit: Type.Optional(Type.String({ title: 'Limit', pattern: '^([1-9][0-9]?|100)$' })),
}

/**
 * Present if the response is a page. `total` is the number of matching rows; `isCapped` means that
 * there are more. A page beyond the last is the last.
 */
export const PAGE_INFO = {
  total: Type.Optional(Type.Integer()),
  isCapped: Type.Optional(Type.Boolean()),
  page: Type.Optional(Type.Integer()),
}
