import { type Static, type TSchema, Type } from 'typebox'

export function success<Data extends TSchema>(data: Data) {
  return Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) })
}

/** A success without data. */
export const Done = Type.Object({ success: Type.Literal(true), message: Type.String() })
export type Done = Static<typeof Done>

/** `message` is for users, `code` for programs; `fields` has a message per invalid form field. */
export const Failure = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type Failure = Static<typeof Failure>
