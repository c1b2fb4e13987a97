import { type Static, Type } from 'typebox'
import { success } from './envelope-schemas.ts'

/** An event. Its picture answers under both names that clients have been seen to read; `null` when it has none. */
export const Event = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  imageUrl: Type.Union([Type.String(), Type.Null()]),
  image: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
})
export type Event = Static<typeof Event>

export const listEvents = { response: success(Type.Array(Event)) }
