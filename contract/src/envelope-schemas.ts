import { type Static, type TSchema, Type } from 'typebox'

/** The answer of a successful call: a flag, the data, and a sentence where one is worth showing. */
export function success<Data extends TSchema>(data: Data) {
  return Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) })
}

/** The answer of a successful call that has no data to give. */
export const Done = Type.Object({ success: Type.Literal(true), message: Type.String() })
export type Done = Static<typeof Done>

/** Every failure. `message` is for a person, `code` for a program, `fields` names what to mend in a form. */
export const Failure = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type Failure = Static<typeof Failure>
